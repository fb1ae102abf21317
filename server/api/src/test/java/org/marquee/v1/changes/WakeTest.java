package org.marquee.v1.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.access.Admission;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.handler.Handler;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresRegisters;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;

/// How waiting requests are answered after a commit: their page is read while the snapshot is
/// brought up to date, and sent when the lists show it.
@NullMarked
@Timeout(60)
class WakeTest {
  private final World world = World.fresh();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Gate gate = new Gate(InstantSource.system(), System::nanoTime);
  private final SnapshotPages memory = new SnapshotPages(System::nanoTime);
  private final CountedFeed feed = new CountedFeed(world);
  private final HeldSource source = new HeldSource(world);
  private final Followers followers =
      new Followers(feed, memory, gate, new Gateway.AnyToken("tester"), this::read);
  private final List<Client> clients = new ArrayList<>();
  private final Set<Executor> loops = ConcurrentHashMap.newKeySet();
  private final Queue<Thread> senders = new ConcurrentLinkedQueue<>();
  private final HttpServer server = server();
  private final SnapshotRefresher refresher = refresher();
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicInteger shown = new AtomicInteger();

  /// Runs when a request gets ready to wait, before anybody could wake it.
  private volatile Runnable beforeItWaits = () -> {};

  private void read(Runnable task) {
    working.incrementAndGet();
    reading.execute(() -> {
      task.run();
      working.decrementAndGet();
    });
  }

  /// The log of changes, which may be away.
  private static final class CountedFeed implements ChangeFeed {
    private final ChangeFeed stored;
    private final AtomicInteger pages = new AtomicInteger();
    private final Semaphore silence = new Semaphore(0);
    private volatile Duration setBack = Duration.ZERO;
    private volatile boolean away;
    private volatile boolean silent;

    CountedFeed(World world) {
      stored = new PostgresChangeFeed(world.database().pool());
    }

    @Override
    public ChangeReading read(ChangePosition since, Set<Kind> kinds, Breadth breadth, int limit) {
      pages.incrementAndGet();
      if (away) {
        throw new ListingsUnavailable("away", null);
      }
      if (silent) {
        silence.acquireUninterruptibly();
      }
      return stored.read(since, kinds, breadth, limit);
    }

    @Override
    public Revision newest() {
      return stored.newest();
    }

    @Override
    public Duration age(Revision revision) {
      return stored.age(revision).minus(setBack);
    }
  }

  /// The stored records, which are copied when the test lets them. The first snapshot is let.
  private static final class HeldSource implements ChangeSource {
    private final ChangeSource stored;
    private final Semaphore copies = new Semaphore(1);

    HeldSource(World world) {
      stored = new PostgresChanges(world.database());
    }

    @Override
    public Revision revision() {
      return stored.revision();
    }

    @Override
    public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
      copies.acquireUninterruptibly();
      stored.copy(known, from, most, sink);
    }

    @Override
    public Announcements announcements() {
      return stored.announcements();
    }
  }

  /// A caller that waits for changes.
  private final class Client {
    private final Socket socket;

    Client() throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n".getBytes(UTF_8));
    }

    boolean isAnswered() throws IOException {
      return socket.getInputStream().available() > 0;
    }

    String status() throws IOException {
      socket.setSoTimeout(30_000);
      return statusSoon();
    }

    String statusSoon() throws IOException {
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }

  private HttpServer server() {
    try {
      return HttpServer.start(
          ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
          (request, reply) ->
              followers.answer(
                  new Question.Changes(
                      ChangePosition.endOf(memory.revision()),
                      EnumSet.of(Kind.CHAIN),
                      1000,
                      30,
                      false),
                  MediaType.JSON,
                  new Caller(
                      request, (Admission.Admitted) followers.admitAgain(request), noted(reply))));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Records which threads send answers.
  private Handler.Reply noted(Handler.Reply reply) {
    loops.add(reply.loop());
    return (Handler.Reply)
        Proxy.newProxyInstance(
            Handler.Reply.class.getClassLoader(),
            new Class<?>[] {Handler.Reply.class},
            (_, method, arguments) -> {
              if (method.getName().equals("send")) {
                senders.add(Thread.currentThread());
              } else if (method.getName().equals("whenLeft")) {
                beforeItWaits.run();
              }
              return method.invoke(reply, arguments);
            });
  }

  private SnapshotRefresher refresher() {
    memory.whenOutdated(followers::announced);
    memory.whenReplaced(() -> {
      followers.shown();
      shown.incrementAndGet();
    });
    return new SnapshotRefresher(memory, source, InstantSource.system(), 1).start();
  }

  @BeforeEach
  void wait_for_changes() throws Exception {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.createOrganization("tester");
    book.grant("tester", new Entitlement("unlimited", Instant.EPOCH, null));
    gate.refresh(new PostgresRegisters(world.database()));
    while (!memory.isFilled() || source.copies.availablePermits() > 0) {
      Thread.sleep(10);
    }
    for (int number = 0; number < 20; number++) {
      clients.add(new Client());
    }
    awaitWaiting(clients.size());
  }

  @AfterEach
  void stop() throws IOException {
    source.copies.release(1000);
    feed.silence.release(1000);
    for (Client each : clients) {
      each.socket.close();
    }
    refresher.close();
    followers.close();
    server.close();
    reading.close();
    world.close();
  }

  private void awaitWaiting(int number) throws InterruptedException {
    while (followers.waiting() != number) {
      Thread.sleep(10);
    }
  }

  @Test
  void a_request_to_a_hanging_database_gets_an_error() throws Exception {
    feed.silent = true;
    for (Client each : clients) {
      each.socket.shutdownOutput(); // It waits no longer.
    }
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 503 Service Unavailable");
    }
  }

  @Test
  void a_database_clock_that_was_set_back_since_the_commit_delays_nobody_for_long() {
    feed.setBack = Duration.ofHours(2);
    assertThat(new FollowStart(feed, memory).untilShown(memory.revision()))
        .isLessThanOrEqualTo(Duration.ofSeconds(2));
  }

  private static String[] chains(int number) {
    String[] chains = new String[number];
    for (int each = 0; each < number; each++) {
      chains[each] =
          """
          {"type":"chain","externalId":"c%d","name":"C%1$d","websiteUrl":"https://c.example/"}\
          """
              .formatted(each);
    }
    return chains;
  }

  @Test
  void a_commit_is_read_once_before_the_lists_show_it_and_sent_when_they_do() throws Exception {
    Revision before = memory.revision();
    world.full("2025-03-01T00:00:00Z", chains(3));
    while (feed.pages.get() == 0) {
      Thread.sleep(10); // The copy for the snapshot waits meanwhile.
    }
    awaitWaiting(0);
    Thread.sleep(200);
    assertThat(memory.revision()).isEqualTo(before);
    for (Client each : clients) {
      assertThat(each.isAnswered()).isFalse();
    }
    source.copies.release();
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(memory.revision().number()).isGreaterThan(before.number());
    }
    assertThat(feed.pages).hasValue(1);
  }

  @Test
  void who_asks_for_what_comes_next_is_not_told_an_import_that_the_lists_do_not_show_yet()
      throws Exception {
    Revision before = memory.revision();
    world.full("2025-03-01T00:00:00Z", chains(3));
    Question.Changes now = new Question.Changes(null, EnumSet.of(Kind.CHAIN), 999, 0, false);
    CompletableFuture<ChangePages.Answer> answer = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        answer.complete(followers.read(now));
      } catch (InterruptedException | RuntimeException e) {
        answer.completeExceptionally(e);
      }
    });
    while (feed.pages.get() < 2) {
      Thread.sleep(10); // One is read for those who wait.
    }
    assertThat(memory.revision()).isEqualTo(before);
    source.copies.release();
    assertThat(answer.get())
        .isInstanceOfSatisfying(
            ChangePages.Answer.Page.class, page -> assertThat(page.page().size()).isZero());
  }

  @Test
  void who_gets_ready_to_wait_while_others_are_woken_is_answered_too() throws Exception {
    source.copies.release(1000);
    world.full("2025-03-01T00:00:00Z", chains(3));
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 200 OK");
    }
    beforeItWaits =
        () -> {
          beforeItWaits = () -> {};
          int before = shown.get();
          world.full("2025-03-02T00:00:00Z", chains(4));
          while (shown.get() == before || working.get() > 0) {
            Thread.onSpinWait();
          }
        };
    Client late = new Client();
    clients.add(late);
    late.socket.setSoTimeout(15_000); // it waits for 30 s
    assertThat(late.statusSoon()).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void a_page_that_could_not_be_read_is_read_again() throws Exception {
    Question.Changes all =
        new Question.Changes(
            ChangePosition.endOf(memory.revision()), EnumSet.of(Kind.CHAIN), 999, 0, false);
    feed.away = true;
    assertThatThrownBy(() -> followers.read(all)).hasCauseInstanceOf(ListingsUnavailable.class);
    feed.away = false;
    assertThat(followers.read(all)).isInstanceOf(ChangePages.Answer.Page.class);
  }

  @Test
  void who_loses_the_right_before_the_lists_show_a_change_is_not_told() throws Exception {
    world.full("2025-03-01T00:00:00Z", chains(3));
    awaitWaiting(0); // Their page is read, and held until the lists show it.
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.revokeEntitlement("tester");
    gate.refresh(new PostgresRegisters(world.database()));
    source.copies.release();
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 403 Forbidden");
    }
  }

  @Test
  void answers_pass_through_no_thread_but_their_event_loop() throws Exception {
    source.copies.release();
    world.full("2025-03-01T00:00:00Z", chains(3));
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 200 OK");
    }
    assertThat(senders).hasSameSizeAs(clients);
    // The first answer of each loop makes the part that the others share.
    assertThat(senders)
        .filteredOn(thread -> !thread.getName().startsWith("http"))
        .hasSizeLessThanOrEqualTo(loops.size());
  }

  @Test
  void a_commit_that_cannot_be_read_when_it_is_announced_is_sent_later() throws Exception {
    feed.away = true;
    world.full("2025-03-01T00:00:00Z", chains(3));
    while (feed.pages.get() == 0) {
      Thread.sleep(10);
    }
    awaitWaiting(clients.size());
    feed.away = false;
    source.copies.release();
    for (Client each : clients) {
      assertThat(each.status()).isEqualTo("HTTP/1.1 200 OK");
    }
  }
}
