package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.feed.SourceFailed;

/// Fetches files over HTTP from hosts that others run: one request at a time to each, within limits
/// of time and size (docs/collecting.md). A redirect leads only where [RedirectRule] lets it.
public final class Fetcher implements AutoCloseable {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /// What fetching one file may take.
  ///
  /// @param connecting to one host
  /// @param within from the first request to the last byte, all attempts together
  /// @param attempts how often a host is asked that fails
  /// @param pause before the second attempt; four times as long before each further one
  /// @param redirects how many are followed
  public record Bounds(
      Duration connecting, Duration within, int attempts, Duration pause, int redirects) {
    public static final Bounds USUAL =
        new Bounds(Duration.ofSeconds(10), Duration.ofMinutes(10), 3, Duration.ofSeconds(2), 5);
  }

  /// What is to be fetched.
  ///
  /// @param headers sent to the host of the address, and to no other
  /// @param before what was sent last; null: everything is wanted
  /// @param redirects where the source may send us on
  /// @param most how many bytes it may send
  public record Wanted(
      URI address,
      Map<String, String> headers,
      ArchivedRun.@Nullable Sent before,
      RedirectRule redirects,
      long most) {}

  /// Which machine a host is, and whose certificates count.
  interface Network {
    /// All addresses of a host.
    ///
    /// @throws IOException if there are none
    List<InetAddress> addresses(String host) throws IOException;

    default SSLSocketFactory secure() {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
  }

  private interface Receiver {
    /// @param sent the fields of the response
    void receive(Download download, Download.Head head, ArchivedRun.Sent sent) throws IOException;
  }

  private final String agent;
  private final Bounds bounds;
  private final HostPacing pacing;
  private final Network network;

  /// Hosts of operators' addresses that had a public address.
  private final Set<String> publicHosts = ConcurrentHashMap.newKeySet();

  /// Waiting for a name or for a host costs no thread of the machine, and may be left off.
  private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();

  /// @param agent how the program introduces itself
  /// @param delay between two requests to one host
  public Fetcher(String agent, Duration delay, Bounds bounds) {
    this(agent, delay, bounds, host -> List.of(InetAddress.getAllByName(host)));
  }

  public Fetcher(String agent, Duration delay, Bounds bounds, Network network) {
    this.agent = agent;
    this.bounds = bounds;
    this.pacing = new HostPacing(delay);
    this.network = network;
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
  /// @param rule where the address may lead
  /// @throws IOException if the download fails; the message says why
  public void fetch(URI address, Path file, long most, RedirectRule rule) throws IOException {
    String user = address.getUserInfo();
    Map<String, String> headers =
        user == null
            ? Map.of()
            : Map.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
    fetch(
        new Wanted(address, headers, null, rule, most),
        (download, head, _) -> {
          try (OutputStream out = Files.newOutputStream(file)) {
            download.body(head, out, most);
          }
        });
  }

  /// Fetches a file into the draft of an archived run.
  ///
  /// @return false if the source says that it has not changed; then nothing was added
  /// @throws SourceFailed if the download fails; the message says why
  public boolean fetch(Wanted wanted, ArchivedRunDraft draft) throws IOException {
    return fetch(
        wanted,
        (download, head, sent) -> {
          ArchivedRunDraft.Intake intake = draft.intake(wanted.address().toString());
          try (intake) {
            download.body(head, intake, wanted.most());
            draft.add(intake, sent);
          }
        });
  }

  private boolean fetch(Wanted wanted, Receiver receiver) throws IOException {
    RequestFields.check(wanted.headers());
    long deadline = System.nanoTime() + bounds.within().toNanos();
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return follow(wanted, receiver, deadline);
        } catch (TemporaryFailure e) {
          if (attempt >= bounds.attempts()) {
            String times = attempt == 1 ? "" : ", " + attempt + " times";
            throw new SourceFailed(wanted.address() + ": " + e.getMessage() + times, e);
          }
          rest(attempt, e.waitNanos(), deadline, wanted.address());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private void rest(int attempt, long waitNanos, long deadline, URI address)
      throws InterruptedException, SourceFailed {
    long pause = bounds.pause().toNanos() << (2 * (attempt - 1));
    pause += ThreadLocalRandom.current().nextLong(pause / 4 + 1);
    pause = Math.max(pause, waitNanos);
    if (pause > deadline - System.nanoTime()) {
      throw new SourceFailed(address + " requires a wait longer than the time limit");
    }
    TimeUnit.NANOSECONDS.sleep(pause);
  }

  private boolean follow(Wanted wanted, Receiver receiver, long deadline)
      throws IOException, InterruptedException {
    URI address = wanted.address();
    List<InetAddress> first = own(wanted, deadline);
    List<InetAddress> machine = first;
    Map<String, String> headers = wanted.headers();
    for (int step = 0; step <= bounds.redirects(); step++) {
      Download.Head head = ask(address, machine, headers, wanted, receiver, deadline);
      if (head.status() == 200) {
        return true;
      }
      if (head.status() == 304 && wanted.before() != null) {
        return false;
      }
      if (!REDIRECTS.contains(head.status())) {
        throw TemporaryFailure.of(address, head);
      }
      URI next = RedirectRule.target(address, head.field("Location").orElse(""));
      Origin origin = Origin.of(next);
      if (!origin.equals(Origin.of(address))) {
        headers = Map.of(); // what they hold is for the host that it was meant for
      }
      machine =
          origin.equals(Origin.of(wanted.address()))
              ? first
              : wanted.redirects().permitted(address, next, addresses(next, deadline));
      address = next;
    }
    throw new SourceFailed(
        wanted.address() + " redirects more than " + bounds.redirects() + " times");
  }

  /// The addresses of the host that the operator wrote. It may be anywhere, but a host that was
  /// public stays public: a later answer for its name must not lead into our own network.
  private List<InetAddress> own(Wanted wanted, long deadline)
      throws IOException, InterruptedException {
    List<InetAddress> all =
        wanted.redirects().first(wanted.address(), addresses(wanted.address(), deadline));
    String host = Origin.of(wanted.address()).host();
    if (all.stream().anyMatch(PublicAddresses::isOne)) {
      publicHosts.add(host);
    }
    return publicHosts.contains(host) ? wanted.redirects().stillPublic(wanted.address(), all) : all;
  }

  private List<InetAddress> addresses(URI address, long deadline)
      throws IOException, InterruptedException {
    String host = Origin.of(address).host();
    Future<List<InetAddress>> found = waiting.submit(() -> network.addresses(host));
    try {
      List<InetAddress> all = await(found, address, deadline);
      if (all.isEmpty()) {
        throw TemporaryFailure.noConnection(null);
      }
      return all;
    } finally {
      found.cancel(true);
    }
  }

  private Download.Head ask(
      URI address,
      List<InetAddress> machine,
      Map<String, String> headers,
      Wanted wanted,
      Receiver receiver,
      long deadline)
      throws IOException, InterruptedException {
    Map<String, String> all = RequestFields.all(headers, agent, wanted.before());
    try (HostPacing.Turn _ = pacing.turn(Origin.of(address).host());
        ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
        // Closed first, so that a thread that waits for it below ends at once.
        Download download = new Download(address, network)) {
      Instant asked = Instant.now().truncatedTo(ChronoUnit.MICROS);
      Future<Download.Head> answer =
          working.submit(() -> {
            Download.Head head = download.ask(machine, all, bounds.connecting());
            if (head.status() == 200) {
              receiver.receive(download, head, RequestFields.sent(wanted.address(), asked, head));
            }
            return head;
          });
      return await(answer, address, deadline);
    }
  }

  private <T> T await(Future<T> coming, URI address, long deadline)
      throws IOException, InterruptedException {
    try {
      return coming.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SourceFailed(
          address + " did not send the whole feed within " + text(bounds.within()), e);
    } catch (ExecutionException e) {
      throw TemporaryFailure.of(address, e.getCause());
    }
  }

  private static String text(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " minutes"
        : duration.toMillis() + " ms";
  }

  @Override
  public void close() {
    waiting.shutdownNow();
  }
}
