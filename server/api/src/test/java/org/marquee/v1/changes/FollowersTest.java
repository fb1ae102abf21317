package org.marquee.v1.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.access.Admission;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.ConnectionTimes;
import org.marquee.http.connection.Observer;
import org.marquee.ingest.World;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresRegisters;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;

/// The cost of a stream, its heartbeat, and clients that leave. The clock of the test runs faster.
@NullMarked
@Timeout(60)
@SuppressWarnings("try") // clients that go away are what some of these facts are about
class FollowersTest {
  private static final Followers.Pace FAST =
      new Followers.Pace(Duration.ofMillis(20), 1, 1, Duration.ofMillis(50));

  private final World world = World.fresh();
  private final Endings ended = new Endings();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Gate gate = new Gate(InstantSource.system(), System::nanoTime);
  private final String key = key();
  private final Followers followers =
      new Followers(
          new PostgresChangeFeed(world.database().pool()),
          new SnapshotPages(System::nanoTime),
          gate,
          new Gateway.BuiltIn(),
          reading,
          FAST);
  private final HttpServer server = server();

  /// Where followers begin; null: at the newest revision.
  private volatile @Nullable ChangePosition begin;

  /// How answers ended.
  private static final class Endings implements Observer {
    private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void ended(Answered answer, long sent, Delivery delivery) {
      bytes.set(sent);
      deliveries.add(delivery);
    }
  }

  private ChangePosition end() {
    return ChangePosition.endOf(world.listings().revision());
  }

  private String key() {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.createOrganization("tester");
    book.grant("tester", new Entitlement("trial", Instant.EPOCH, null));
    String made = book.issueKey("tester", null, null).orElseThrow().secret().text();
    gate.refresh(new PostgresRegisters(world.database()));
    return made;
  }

  private HttpServer server() {
    try {
      return HttpServer.start(
          ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .withObserver(ended)
              .withTimes(
                  new ConnectionTimes(
                      Duration.ofSeconds(10),
                      Duration.ofMillis(700),
                      Duration.ofMillis(200),
                      Duration.ofMillis(200))),
          (request, reply) -> {
            Admission admission = followers.admitAgain(request);
            if (admission instanceof Admission.Admitted admitted) {
              ChangePosition since = begin == null ? end() : begin;
              followers.answer(
                  new Question.Changes(since, EnumSet.allOf(Kind.class), 1000, 30, false),
                  String.join("", request.headers().all("Accept")).isEmpty()
                      ? MediaType.JSON
                      : MediaType.EVENT_STREAM,
                  new Caller(request, admitted, reply));
            } else {
              reply.send(Finishing.refusal(admission, request));
            }
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    followers.close();
    server.close();
    reading.close();
    world.close();
  }

  private Socket ask(String field) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(server.address());
    socket.setSoTimeout(30_000);
    socket
        .getOutputStream()
        .write(
            ("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key + "\r\n" + field + "\r\n")
                .getBytes(UTF_8));
    return socket;
  }

  private static BufferedReader lines(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private void awaitWaiting(int number) throws InterruptedException {
    while (followers.waiting() != number) {
      Thread.sleep(10);
    }
  }

  @Test
  void who_closes_its_side_is_answered_and_who_goes_away_is_forgotten() throws Exception {
    try (Socket half = ask("");
        Socket whole = ask("")) {
      awaitWaiting(2);
      half.shutdownOutput();
      assertThat(lines(half).readLine()).isEqualTo("HTTP/1.1 200 OK");
      awaitWaiting(1);
      whole.close();
      awaitWaiting(0);
    }
  }

  @Test
  void who_loses_the_right_while_it_waits_is_refused_long_before_the_wait_ends() throws Exception {
    try (Socket waiting = ask("")) {
      waiting.setSoTimeout(10_000); // it waits for 30 s
      awaitWaiting(1);
      PostgresAccess book = new PostgresAccess(world.database().pool());
      book.revokeKey(book.listKeys().getFirst().id());
      gate.refresh(new PostgresRegisters(world.database()));
      assertThat(lines(waiting).readLine()).startsWith("HTTP/1.1 401");
      awaitWaiting(0);
    }
  }

  @Test
  void a_stream_that_is_not_read_is_cut_off_and_holds_little() throws Exception {
    begin = end();
    String[] chains =
        IntStream.range(0, 3000)
            .mapToObj(number ->
                "{\"type\":\"chain\",\"externalId\":\"c%d\",\"name\":\"C\",\"websiteUrl\":\"https://c.example/%s\"}"
                    .formatted(number, "x".repeat(1800)))
            .toArray(String[]::new);
    world.full("2025-03-01T00:00:00Z", chains);
    try (Socket silent = ask("Accept: text/event-stream\r\n")) {
      assertThat(ended.deliveries.poll(30, TimeUnit.SECONDS)).isEqualTo(Delivery.CUT_OFF);
      // Six megabytes were to be sent. The system holds what its small buffers hold.
      assertThat(ended.bytes).hasValueLessThan(1L << 20);
      assertThat(followers.waiting()).isZero();
    }
  }

  @Test
  void a_stream_says_where_it_stands_after_a_commit_that_changes_no_record() throws Exception {
    String chain = "{\"type\":\"chain\",\"externalId\":\"c\",\"name\":\"C\"}";
    world.full("2025-03-01T00:00:00Z", chain);
    begin = end();
    try (Socket socket = ask("Accept: text/event-stream\r\n")) {
      BufferedReader lines = lines(socket);
      String before = nextId(lines);
      awaitWaiting(1);
      world.full("2025-03-02T00:00:00Z", chain);
      assertThat(nextId(lines)).startsWith("id: ").isNotEqualTo(before);
    }
  }

  private static String nextId(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith("id: ")) {
      line = lines.readLine();
    }
    return String.valueOf(line);
  }

  @Test
  void a_stream_has_comments_and_ends_when_the_rate_is_used_up() throws Exception {
    try (Socket socket = ask("Accept: text/event-stream\r\n")) {
      int comments = 0;
      long start = System.nanoTime();
      BufferedReader lines = lines(socket);
      for (String line = lines.readLine();
          line != null && !line.equals("0");
          line = lines.readLine()) {
        comments += line.equals(":") ? 1 : 0;
      }
      // 60 tokens: one for the request, one for each check; some come back meanwhile.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
      assertThat(comments).isGreaterThan(5);
    }
  }
}
