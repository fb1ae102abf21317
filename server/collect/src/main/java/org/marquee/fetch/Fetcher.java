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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
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
  /// @param head from connecting to the end of the head of its answer
  /// @param within from the first request to the last byte, all attempts together
  /// @param attempts how often a host is asked that fails
  /// @param pause before the second attempt; four times as long before each further one
  /// @param redirects how many are followed
  public record Bounds(
      Duration connecting,
      Duration head,
      Duration within,
      int attempts,
      Duration pause,
      int redirects) {
    public static final Bounds USUAL =
        new Bounds(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            3,
            Duration.ofSeconds(2),
            5);
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
  /// @param delay between two requests to one server
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
        new Bounds(usual.connecting(), usual.head(), within, 1, usual.pause(), usual.redirects()));
  }

  /// The server of an address. It is asked for one thing at a time.
  public static String server(URI address) {
    return Origin.of(address).server();
  }

  /// Fetches into a file. A user and password in the address are sent to its host.
  ///
  /// @param most how many bytes it may have
  /// @param rule where the address may lead
  /// @return whether only the end of the connection ended the file
  /// @throws IOException if the download fails; the message says why
  public boolean fetch(URI address, Path file, long most, RedirectRule rule) throws IOException {
    String user = address.getUserInfo();
    Map<String, String> headers =
        user == null
            ? Map.of()
            : Map.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
    AtomicBoolean openEnded = new AtomicBoolean();
    fetch(
        new Wanted(address, headers, null, rule, most),
        (download, head, sent) -> {
          openEnded.set(sent.openEnded());
          try (OutputStream out = opened(file)) {
            download.body(head, out, most);
          }
        });
    return openEnded.get();
  }

  private static OutputStream opened(Path file) throws Unwritten {
    try {
      return Files.newOutputStream(file);
    } catch (IOException e) {
      throw new Unwritten(e);
    }
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
    FetchTime time = FetchTime.of(bounds);
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return follow(wanted, receiver, time);
        } catch (TemporaryFailure e) {
          if (attempt >= bounds.attempts()) {
            String times = attempt == 1 ? "" : ", " + attempt + " times";
            throw new SourceFailed(wanted.address() + ": " + e.getMessage() + times, e);
          }
          time.rest(attempt, e.waitNanos(), wanted.address());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private boolean follow(Wanted wanted, Receiver receiver, FetchTime time)
      throws IOException, InterruptedException {
    URI address = wanted.address();
    List<InetAddress> first = own(wanted, time);
    List<InetAddress> machine = first;
    Map<String, String> headers = wanted.headers();
    for (int step = 0; step <= bounds.redirects(); step++) {
      Download.Head head = ask(address, machine, headers, wanted, receiver, time);
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
              : wanted.redirects().permitted(address, next, addresses(next, time));
      address = next;
    }
    throw new SourceFailed(
        wanted.address() + " redirects more than " + bounds.redirects() + " times");
  }

  /// The addresses of the host that the operator wrote. It may be anywhere, but a host that was
  /// public stays public: a later answer for its name must not lead into our own network.
  private List<InetAddress> own(Wanted wanted, FetchTime time)
      throws IOException, InterruptedException {
    List<InetAddress> all =
        wanted.redirects().first(wanted.address(), addresses(wanted.address(), time));
    String host = Origin.of(wanted.address()).host();
    if (all.stream().anyMatch(PublicAddresses::isOne)) {
      publicHosts.add(host);
    }
    return publicHosts.contains(host) ? wanted.redirects().stillPublic(wanted.address(), all) : all;
  }

  private List<InetAddress> addresses(URI address, FetchTime time)
      throws IOException, InterruptedException {
    String host = Origin.of(address).host();
    Future<List<InetAddress>> found = waiting.submit(() -> network.addresses(host));
    try {
      List<InetAddress> all = time.await(found, address);
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
      FetchTime time)
      throws IOException, InterruptedException {
    Map<String, String> all = RequestFields.all(headers, agent, wanted.before());
    try (HostPacing.Turn _ = pacing.turn(server(address));
        ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
        // Closed first, so that a thread that waits for it below ends at once.
        Download download = new Download(address, network)) {
      Instant asked = Instant.now().truncatedTo(ChronoUnit.MICROS);
      Future<Download.Head> answer =
          working.submit(() -> download.ask(machine, all, bounds.connecting()));
      Download.Head head = time.awaitHead(answer, address);
      if (head.status() == 200) {
        ArchivedRun.Sent sent = RequestFields.sent(wanted.address(), asked, head);
        Future<Boolean> body =
            working.submit(() -> {
              receiver.receive(download, head, sent);
              return true;
            });
        time.await(body, address);
      }
      return head;
    }
  }

  @Override
  public void close() {
    waiting.shutdownNow();
  }
}
