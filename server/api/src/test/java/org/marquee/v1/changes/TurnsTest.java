package org.marquee.v1.changes;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.access.AccessRevision;
import org.marquee.access.Account;
import org.marquee.access.Admission;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.Times;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;

/// The order in which an event loop serves its followers, and how long other requests wait, counted
/// in answers.
@NullMarked
@Timeout(60)
class TurnsTest {
  private static final int A_TURN = Turns.BYTES_AT_ONCE / Turns.WRITE + 1;

  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Gate gate = gate();
  private final GrowingFeed feed = new GrowingFeed();
  private final Followers followers =
      new Followers(
          feed,
          new SnapshotPages(System::nanoTime),
          gate,
          new Gateway.AnyToken("tester"),
          reading,
          new Followers.Pace(Duration.ofHours(1), 1, 1, Duration.ofHours(1)));
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger before = new AtomicInteger(-1);
  private final List<Client> clients = new ArrayList<>();
  private final HttpServer server = server();
  private final Client other = client("/other");

  /// Changes of one commit.
  private final class GrowingFeed implements ChangeFeed {
    private final Revision revision = new Revision(new UUID(1, 1), 1, new UUID(1, 2));
    private volatile int stored;
    private final Queue<Progress> progress = new ConcurrentLinkedQueue<>();

    @Override
    public ChangeReading read(ChangePosition since, Set<Kind> kinds, Breadth breadth, int limit) {
      int from = since.place();
      int to = Math.min(from + limit, stored);
      if (from > 0 && limit == 1) {
        progress.add(new Progress(from, fewestParts()));
      }
      List<Change> changes = new ArrayList<>();
      for (int place = from + 1; place <= to; place++) {
        changes.add(
            new Change(
                Kind.CHAIN, "ch_" + place, Instant.EPOCH, new Fate.Gone(), at(revision, place)));
      }
      return new ChangeReading.Changes(
          changes, at(revision, to), to < stored, revision, Freshness.observed(Instant.EPOCH));
    }

    private static ChangePosition at(Revision revision, int place) {
      return ChangePosition.at(revision, place, 0);
    }

    @Override
    public Revision newest() {
      return revision;
    }

    @Override
    public Duration age(Revision of) {
      return Duration.ofDays(1);
    }
  }

  /// @param first parts that the first stream had
  /// @param last parts that the last stream had at that time
  private record Progress(int first, int last) {}

  private static final class Client {
    private final Socket socket;
    private final StringBuilder received = new StringBuilder();

    Client(InetSocketAddress server) throws IOException {
      socket = new Socket();
      socket.setReceiveBufferSize(256 * 1024);
      socket.connect(server);
    }

    void ask(String path) throws IOException {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n")
                  .getBytes(US_ASCII));
    }

    int parts() throws IOException {
      byte[] bytes = new byte[socket.getInputStream().available()];
      int length = socket.getInputStream().read(bytes, 0, bytes.length);
      received.append(new String(bytes, 0, Math.max(0, length), US_ASCII));
      return received.toString().split("event: change", -1).length - 1;
    }
  }

  private static Gate gate() {
    Gate gate = new Gate(InstantSource.system(), System::nanoTime);
    gate.replace(
        Register.of(
            new AccessRevision(1, new UUID(0, 1)),
            List.of(
                new Plan(Plan.UNENTITLED, OptionalInt.of(60)),
                new Plan("unlimited", OptionalInt.empty())),
            List.of(
                new Account(
                    new Organization("tester", Organization.Standing.GOOD),
                    new Entitlement("unlimited", Instant.EPOCH, null))),
            Map.of()));
    return gate;
  }

  private HttpServer server() {
    try {
      return HttpServer.start(
          ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .withEventLoops(1)
              .withTimes(Times.drain(Duration.ofMillis(200)))
              .withObserver(
                  new Observer() {
                    @Override
                    public void ended(Answered answer, long bytes, Delivery delivery) {
                      answered();
                    }
                  }),
          this::handle);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void handle(Request request, Handler.Reply reply) {
    if (request.target().equals("/other")) {
      before.set(answered.get());
      reply.send(Response.empty(204));
      return;
    }
    boolean streamed = request.target().startsWith("/stream");
    boolean single = request.target().equals("/stream");
    followers.answer(
        new Question.Changes(
            GrowingFeed.at(feed.revision, 0),
            EnumSet.allOf(Kind.class),
            single ? 1 : 100,
            30,
            false),
        streamed ? MediaType.EVENT_STREAM : MediaType.JSON,
        new Caller(request, (Admission.Admitted) followers.admitAgain(request), reply));
  }

  /// Asks for something else when the first follower has its answer.
  private void answered() {
    if (answered.incrementAndGet() == 1) {
      try {
        other.ask("/other");
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private Client client(String path) {
    try {
      Client client = new Client(server.address());
      if (!path.equals("/other")) {
        clients.add(client);
        client.ask(path);
      }
      return client;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private int fewestParts() {
    synchronized (clients) {
      int fewest = Integer.MAX_VALUE;
      try {
        for (Client each : clients) {
          fewest = Math.min(fewest, each.parts());
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return fewest;
    }
  }

  private void awaitWaiting(int number) throws InterruptedException {
    while (followers.waiting() != number) {
      Thread.sleep(10);
    }
  }

  @AfterEach
  void stop() throws IOException {
    followers.close();
    for (Client each : clients) {
      each.socket.close();
    }
    other.socket.close();
    server.close();
    reading.close();
  }

  @Test
  void no_stream_is_two_parts_ahead_of_another() throws Exception {
    int parts = 40;
    for (int number = 0; number < 300; number++) {
      client("/stream");
    }
    awaitWaiting(clients.size());
    feed.stored = parts;
    followers.shown();
    while (fewestParts() < parts) {
      Thread.sleep(10);
    }
    assertThat(feed.progress)
        .hasSizeGreaterThanOrEqualTo(parts - 1)
        .allSatisfy(at -> assertThat(at.last()).isGreaterThanOrEqualTo(at.first() - 2));
  }

  @Test
  void events_of_a_page_are_written_together() throws Exception {
    Client client = client("/stream-of-pages");
    awaitWaiting(1);
    feed.stored = 40;
    followers.shown();
    while (client.parts() < 40) {
      Thread.sleep(10);
    }
    // Each write is a chunk with its length.
    assertThat(client.received.toString().split("\n\nevent: change", -1)).hasSize(40);
  }

  @Test
  void other_requests_wait_for_a_bounded_number_of_followers() throws Exception {
    for (int number = 0; number < 1500; number++) {
      client("/wait");
    }
    awaitWaiting(clients.size());
    feed.stored = 10;
    followers.shown();
    while (answered.get() < clients.size() || before.get() < 0) {
      Thread.sleep(10);
    }
    assertThat(before).hasValueLessThanOrEqualTo(3 * A_TURN);
  }
}
