package org.marquee.collect;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Fetches files over HTTP from hosts that owe us nothing: politely, and never for longer, or more,
/// than was said (docs/collecting.md).
final class Fetcher implements AutoCloseable {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /// What fetching one file may take.
  ///
  /// @param connecting to one host
  /// @param within from the first request to the last byte, all attempts together
  /// @param attempts how often a host is asked that fails
  /// @param pause before the second attempt; four times as long before each further one
  /// @param redirects how many are followed
  record Bounds(Duration connecting, Duration within, int attempts, Duration pause, int redirects) {
    static final Bounds USUAL =
        new Bounds(Duration.ofSeconds(10), Duration.ofMinutes(10), 3, Duration.ofSeconds(2), 5);
  }

  /// What is to be fetched.
  ///
  /// @param headers sent to the host of the address, and to no other
  /// @param before what was sent last; null: everything is wanted
  /// @param most how many bytes it may send
  record Wanted(
      URI address, Map<String, String> headers, KeptRun.@Nullable Sent before, long most) {}

  private final String agent;
  private final Bounds bounds;
  private final Courtesy courtesy;
  private final HttpClient client;

  /// @param agent how the program introduces itself
  /// @param delay between two requests to one host
  Fetcher(String agent, Duration delay, Bounds bounds) {
    this.agent = agent;
    this.bounds = bounds;
    this.courtesy = new Courtesy(delay);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(bounds.connecting())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// Fetches a file into the deposit, where it counts at once.
  ///
  /// @return false if the source says that it has not changed; then nothing was deposited
  /// @throws SourceFailed if it cannot be had; the message says why
  boolean fetch(Wanted wanted, Deposit deposit) throws IOException {
    long deadline = System.nanoTime() + bounds.within().toNanos();
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return follow(wanted, deposit, deadline);
        } catch (Passing e) {
          if (attempt >= bounds.attempts()) {
            throw new SourceFailed(
                wanted.address() + ": " + e.getMessage() + ", " + attempt + " times", e);
          }
          rest(attempt, e.after, deadline, wanted.address());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("told to stop").initCause(e);
    }
  }

  /// Something that may be over when the host is asked again.
  private static final class Passing extends IOException {
    private static final long serialVersionUID = 1;

    /// How long the host asks us to wait, in seconds; negative where it does not.
    private final long after;

    Passing(String why, long after, @Nullable Throwable cause) {
      super(why, cause);
      this.after = after;
    }
  }

  private void rest(int attempt, long after, long deadline, URI address)
      throws InterruptedException, SourceFailed {
    long pause = bounds.pause().toNanos() << (2 * (attempt - 1));
    pause += ThreadLocalRandom.current().nextLong(pause / 4 + 1);
    pause = Math.max(pause, TimeUnit.SECONDS.toNanos(after));
    if (pause > deadline - System.nanoTime()) {
      throw new SourceFailed(address + " asks for more patience than there is time");
    }
    TimeUnit.NANOSECONDS.sleep(pause);
  }

  private boolean follow(Wanted wanted, Deposit deposit, long deadline)
      throws IOException, InterruptedException {
    URI address = wanted.address();
    Map<String, String> headers = wanted.headers();
    for (int step = 0; step <= bounds.redirects(); step++) {
      Instant asked = Instant.now().truncatedTo(ChronoUnit.MICROS);
      Deposit.Intake intake = deposit.intake(wanted.address().toString());
      try (intake) {
        HttpResponse<Spool> answer = ask(address, headers, wanted, intake, deadline);
        int status = answer.statusCode();
        if (status == 200) {
          deposit.add(intake, sent(wanted.address(), asked, answer.headers()));
          return true;
        }
        if (status == 304 && wanted.before() != null) {
          return false;
        }
        if (!REDIRECTS.contains(status)) {
          throw failed(address, answer);
        }
        URI next = redirected(address, answer.headers());
        if (!origin(next).equals(origin(address))) {
          headers = Map.of(); // what they hold is for the host that it was meant for
        }
        address = next;
      }
    }
    throw new SourceFailed(
        wanted.address() + " redirects more than " + bounds.redirects() + " times");
  }

  private static IOException failed(URI address, HttpResponse<Spool> answer) {
    String why = address + " answers with status " + answer.statusCode();
    if (answer.statusCode() < 500) {
      return new SourceFailed(why);
    }
    String after = answer.headers().firstValue("Retry-After").orElse("");
    return new Passing(
        "it answers with status " + answer.statusCode(),
        after.matches("[0-9]{1,6}") ? Long.parseLong(after) : -1,
        null);
  }

  private static KeptRun.Sent sent(URI address, Instant asked, HttpHeaders headers) {
    return new KeptRun.Sent(
        address.toString(),
        asked,
        headers.firstValue("ETag").orElse(null),
        headers.firstValue("Last-Modified").orElse(null),
        headers.firstValue("Content-Type").orElse(null));
  }

  private static URI redirected(URI from, HttpHeaders headers) throws SourceFailed {
    String location = headers.firstValue("Location").orElse("");
    try {
      URI to = from.resolve(location);
      String scheme = String.valueOf(to.getScheme()).toLowerCase(Locale.ROOT);
      if (location.isEmpty() || to.getHost() == null || !scheme.matches("https?")) {
        throw new SourceFailed(from + " redirects to no address: " + location);
      }
      if (scheme.equals("http") && "https".equalsIgnoreCase(from.getScheme())) {
        throw new SourceFailed(from + " redirects from https to http: " + to);
      }
      return to;
    } catch (IllegalArgumentException e) {
      throw new SourceFailed(from + " redirects to no address: " + location, e);
    }
  }

  private static String origin(URI address) {
    int port = address.getPort();
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    return scheme
        + "://"
        + String.valueOf(address.getHost()).toLowerCase(Locale.ROOT)
        + ':'
        + (port >= 0 ? port : scheme.equals("https") ? 443 : 80);
  }

  private HttpResponse<Spool> ask(
      URI address, Map<String, String> headers, Wanted wanted, Deposit.Intake intake, long deadline)
      throws IOException, InterruptedException {
    HttpRequest request = request(address, headers, wanted.before());
    try (Courtesy.Turn _ = courtesy.turn(String.valueOf(address.getHost()))) {
      CompletableFuture<HttpResponse<Spool>> answer =
          client.sendAsync(request, head -> body(head, intake, wanted.most()));
      try {
        return answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        throw new SourceFailed(
            address + " did not send all of it within " + told(bounds.within()), e);
      } catch (ExecutionException e) {
        throw failure(address, e.getCause());
      } finally {
        answer.cancel(true);
      }
    }
  }

  private HttpRequest request(
      URI address, Map<String, String> headers, KeptRun.@Nullable Sent before) throws SourceFailed {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .setHeader("User-Agent", agent)
            .setHeader("Accept-Encoding", "gzip");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      try {
        request.setHeader(header.getKey(), header.getValue());
      } catch (IllegalArgumentException _) { // its message has the value, which may be a secret
        throw new SourceFailed(
            "the header " + header.getKey() + " has a value that cannot be sent");
      }
    }
    if (before != null && before.etag() != null) {
      request.setHeader("If-None-Match", before.etag());
    }
    if (before != null && before.lastModified() != null) {
      request.setHeader("If-Modified-Since", before.lastModified());
    }
    return request.build();
  }

  private static Spool body(HttpResponse.ResponseInfo head, Deposit.Intake intake, long most) {
    if (head.statusCode() != 200) {
      return Spool.nowhere();
    }
    String encoding =
        head.headers().firstValue("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
    if (!Set.of("identity", "gzip", "x-gzip").contains(encoding)) {
      return Spool.refusing("it answers in an encoding that nobody asked for: " + encoding);
    }
    OptionalLong length = length(head.headers());
    if (length.isPresent() && length.getAsLong() > most) {
      return Spool.refusing("it is about to send more than " + most + " bytes");
    }
    return Spool.into(intake, most);
  }

  private static OptionalLong length(HttpHeaders headers) {
    try {
      return headers.firstValueAsLong("Content-Length");
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  /// What goes wrong on the way may go well the next time; what we refuse will not.
  private static IOException failure(URI address, @Nullable Throwable cause) {
    return switch (cause) {
      case SourceFailed e -> new SourceFailed(address + ": " + e.getMessage(), e);
      case CompletionException e -> failure(address, e.getCause());
      case SSLException e ->
          new SourceFailed(address + ": no secure connection: " + e.getMessage(), e);
      case HttpTimeoutException e -> new Passing("nobody answers", -1, e);
      case ConnectException e -> new Passing("no connection can be made", -1, e);
      case IOException e -> new Passing("the connection broke (" + e.getMessage() + ')', -1, e);
      case null, default -> throw new IllegalStateException(cause);
    };
  }

  private static String told(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " minutes"
        : duration.toMillis() + " ms";
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
