package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Fetches files over HTTP from hosts that owe us nothing: politely, and never for longer, or more,
/// than was said (docs/collecting.md). A redirect leads only where [RedirectRule] lets it.
public final class Fetcher implements AutoCloseable {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /// What the value of a field may hold (RFC 9110, 5.5).
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e\\xa0-\\xff\\t]*");

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
  /// @param redirects where the source may send us on
  /// @param most how many bytes it may send
  record Wanted(
      URI address,
      Map<String, String> headers,
      KeptRun.@Nullable Sent before,
      RedirectRule redirects,
      long most) {}

  /// Finds the addresses of a host.
  interface Resolver {
    /// All addresses of a host.
    ///
    /// @throws IOException if there are none
    List<InetAddress> addresses(String host) throws IOException;
  }

  /// Takes what is fetched.
  private interface Receiver {
    /// @param sent what the source said of it
    void receive(Copying body, KeptRun.Sent sent) throws IOException;
  }

  /// Copies a body.
  private interface Copying {
    void to(OutputStream out) throws IOException;
  }

  private final String agent;
  private final Bounds bounds;
  private final Courtesy courtesy;
  private final Resolver resolver;

  /// Waiting for a name or for a host costs no thread of the machine, and may be left off.
  private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();

  /// @param agent how the program introduces itself
  /// @param delay between two requests to one host
  Fetcher(String agent, Duration delay, Bounds bounds) {
    this(agent, delay, bounds, host -> List.of(InetAddress.getAllByName(host)));
  }

  Fetcher(String agent, Duration delay, Bounds bounds, Resolver resolver) {
    this.agent = agent;
    this.bounds = bounds;
    this.courtesy = new Courtesy(delay);
    this.resolver = resolver;
  }

  /// A fetcher for an operator who waits: each file is tried once.
  ///
  /// @param agent how the program introduces itself
  /// @param within from the connection to the last byte of a file
  public static Fetcher once(String agent, Duration within) {
    Bounds usual = Bounds.USUAL;
    return new Fetcher(
        agent,
        Duration.ZERO,
        new Bounds(usual.connecting(), within, 1, usual.pause(), usual.redirects()));
  }

  /// Fetches into a file. A user and password in the address are sent to its host.
  ///
  /// @param most how many bytes it may have
  /// @throws IOException if the download fails; the message says why
  public void fetch(URI address, Path file, long most) throws IOException {
    String user = address.getUserInfo();
    Map<String, String> headers =
        user == null
            ? Map.of()
            : Map.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
    fetch(
        new Wanted(address, headers, null, RedirectRule.PUBLIC, most),
        (body, _) -> {
          try (OutputStream out = Files.newOutputStream(file)) {
            body.to(out);
          }
        });
  }

  /// Fetches a file into the deposit, where it counts at once.
  ///
  /// @return false if the source says that it has not changed; then nothing was deposited
  /// @throws SourceFailed if the download fails; the message says why
  boolean fetch(Wanted wanted, Deposit deposit) throws IOException {
    return fetch(
        wanted,
        (body, sent) -> {
          Deposit.Intake intake = deposit.intake(wanted.address().toString());
          try (intake) {
            body.to(intake);
            deposit.add(intake, sent);
          }
        });
  }

  private boolean fetch(Wanted wanted, Receiver receiver) throws IOException {
    checkHeaders(wanted.headers());
    long deadline = System.nanoTime() + bounds.within().toNanos();
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return follow(wanted, receiver, deadline);
        } catch (Passing e) {
          if (attempt >= bounds.attempts()) {
            String times = attempt == 1 ? "" : ", " + attempt + " times";
            throw new SourceFailed(wanted.address() + ": " + e.getMessage() + times, e);
          }
          rest(attempt, e.after, deadline, wanted.address());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("told to stop").initCause(e);
    }
  }

  private static void checkHeaders(Map<String, String> headers) throws SourceFailed {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!VALUE.matcher(header.getValue()).matches()) { // not told: it may be a secret
        throw new SourceFailed(
            "the header " + header.getKey() + " has a value that cannot be sent");
      }
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

  private boolean follow(Wanted wanted, Receiver receiver, long deadline)
      throws IOException, InterruptedException {
    URI address = wanted.address();
    // What the operator wrote may be anywhere, and stays the machine that it was at first.
    List<InetAddress> first = addresses(address, deadline);
    List<InetAddress> machine = first;
    Map<String, String> headers = wanted.headers();
    for (int step = 0; step <= bounds.redirects(); step++) {
      AnswerHead head = ask(address, machine, headers, wanted, receiver, deadline);
      if (head.status() == 200) {
        return true;
      }
      if (head.status() == 304 && wanted.before() != null) {
        return false;
      }
      if (!REDIRECTS.contains(head.status())) {
        throw failed(address, head);
      }
      URI next = redirected(address, head);
      if (!origin(next).equals(origin(address))) {
        headers = Map.of(); // what they hold is for the host that it was meant for
      }
      machine =
          origin(next).equals(origin(wanted.address()))
              ? first
              : permitted(address, next, wanted.redirects(), deadline);
      address = next;
    }
    throw new SourceFailed(
        wanted.address() + " redirects more than " + bounds.redirects() + " times");
  }

  private List<InetAddress> permitted(URI from, URI to, RedirectRule rule, long deadline)
      throws IOException, InterruptedException {
    List<InetAddress> all = addresses(to, deadline);
    List<InetAddress> permitted = rule.permitted(host(to), all);
    if (permitted.isEmpty()) {
      throw new SourceFailed(
          "%s redirects to %s, which is not a public address (%s). If that is meant, use that address"
                  .formatted(from, to, all.getFirst().getHostAddress())
              + " itself, or list its host in allowRedirectsTo (docs/collecting.md)");
    }
    return permitted;
  }

  private List<InetAddress> addresses(URI address, long deadline)
      throws IOException, InterruptedException {
    Future<List<InetAddress>> found = waiting.submit(() -> resolver.addresses(host(address)));
    try {
      List<InetAddress> all = await(found, address, deadline);
      if (all.isEmpty()) {
        throw new Passing("no connection can be made", -1, null);
      }
      return all;
    } finally {
      found.cancel(true);
    }
  }

  private static String host(URI address) {
    return String.valueOf(address.getHost());
  }

  private static IOException failed(URI address, AnswerHead head) {
    if (head.status() < 500) {
      return new SourceFailed(address + " answers with status " + head.status());
    }
    String after = head.first("Retry-After").orElse("");
    return new Passing(
        "it answers with status " + head.status(),
        after.matches("[0-9]{1,6}") ? Long.parseLong(after) : -1,
        null);
  }

  private static KeptRun.Sent sent(URI address, Instant asked, AnswerHead head) {
    return new KeptRun.Sent(
        address.toString(),
        asked,
        head.first("ETag").orElse(null),
        head.first("Last-Modified").orElse(null),
        head.first("Content-Type").orElse(null));
  }

  private static URI redirected(URI from, AnswerHead head) throws SourceFailed {
    String location = head.first("Location").orElse("");
    try {
      URI to = URI.create(from.resolve(location).toASCIIString());
      String scheme = String.valueOf(to.getScheme()).toLowerCase(Locale.ROOT);
      if (location.isEmpty() || to.getHost() == null || !scheme.matches("https?")) {
        throw new SourceFailed(from + " redirects to no address: " + location);
      }
      if (to.getUserInfo() != null) {
        throw new SourceFailed(from + " redirects to an address with a user: " + to);
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
        + host(address).toLowerCase(Locale.ROOT)
        + ':'
        + (port >= 0 ? port : scheme.equals("https") ? 443 : 80);
  }

  private AnswerHead ask(
      URI address,
      List<InetAddress> machine,
      Map<String, String> headers,
      Wanted wanted,
      Receiver receiver,
      long deadline)
      throws IOException, InterruptedException {
    Map<String, String> all = headers(headers, wanted.before());
    try (Courtesy.Turn _ = courtesy.turn(host(address));
        ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
        // Closed first, so that a thread that waits for it below ends at once.
        Exchange exchange = new Exchange(address)) {
      Instant asked = Instant.now().truncatedTo(ChronoUnit.MICROS);
      Future<AnswerHead> answer =
          working.submit(() -> {
            AnswerHead head = exchange.ask(machine, all, bounds.connecting());
            if (head.status() == 200) {
              receiver.receive(
                  out -> exchange.body(head, out, wanted.most()),
                  sent(wanted.address(), asked, head));
            }
            return head;
          });
      return await(answer, address, deadline);
    }
  }

  private Map<String, String> headers(Map<String, String> headers, KeptRun.@Nullable Sent before) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(headers);
    all.put("User-Agent", agent);
    all.put("Accept-Encoding", "gzip");
    if (before != null && before.etag() != null) {
      all.put("If-None-Match", before.etag());
    }
    if (before != null && before.lastModified() != null) {
      all.put("If-Modified-Since", before.lastModified());
    }
    return all;
  }

  private <T> T await(Future<T> coming, URI address, long deadline)
      throws IOException, InterruptedException {
    try {
      return coming.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SourceFailed(
          address + " did not send all of it within " + told(bounds.within()), e);
    } catch (ExecutionException e) {
      throw failure(address, e.getCause());
    }
  }

  /// What goes wrong on the way may go well the next time; what we refuse will not.
  private static IOException failure(URI address, @Nullable Throwable cause) {
    return switch (cause) {
      case SourceFailed e -> new SourceFailed(address + ": " + e.getMessage(), e);
      case SSLException e ->
          new SourceFailed(address + ": no secure connection: " + e.getMessage(), e);
      case SocketTimeoutException e -> new Passing("nobody answers", -1, e);
      case UnknownHostException e -> new Passing("no such host is known", -1, e);
      case ConnectException e -> new Passing("no connection can be made", -1, e);
      case NoRouteToHostException e -> new Passing("no connection can be made", -1, e);
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
    waiting.shutdownNow();
  }
}
