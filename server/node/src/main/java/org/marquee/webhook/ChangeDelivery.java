package org.marquee.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessUnavailable;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.background.TaskFailure;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.access.PostgresWebhooks.Due;
import org.marquee.v1.changes.ChangePage;
import org.marquee.v1.cursor.ChangeCursor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the webhooks of customers: a page of changes at a time to each, and the next one when that
/// was taken. Nodes share the work: each takes a webhook that is due for itself. Each organization
/// has places of its own, so that receivers of one that are slow hold up no other's.
public final class ChangeDelivery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeDelivery.class);

  /// The places of one organization.
  private static final int OF_ONE = 2;

  /// The places of all: a message takes a megabyte of memory at most while it is sent.
  private static final int AT_ONCE = 64;

  /// Pages that are read at once: requests need the database too.
  private static final int READ_AT_ONCE = 4;

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  /// Longer than reading a page and sending it may take.
  private static final Duration LEASE = Duration.ofMinutes(1);

  /// As many changes as a page of the interface may have.
  private static final int MOST = 1000;

  private static final int GONE = 410;

  /// When a delivery is tried again, and for how long.
  public static final RetryPlan USUAL =
      new RetryPlan(Duration.ofSeconds(10), Duration.ofHours(6), Duration.ofDays(3));

  private final PostgresWebhooks webhooks;
  private final ChangeFeed feed;
  private final SignedPost post;
  private final RetryPlan retry;
  private final InstantSource clock;
  private final ExecutorService sending =
      Executors.newThreadPerTaskExecutor(TaskFailure.threads("webhooks"));
  private final Semaphore reading = new Semaphore(READ_AT_ONCE);
  private final Map<String, Integer> underWay = new HashMap<>();
  private final RoundThread looking;

  /// Begins to send.
  ///
  /// @param post sends only where customers may have things sent
  /// @param clock of the database
  public ChangeDelivery(
      PostgresWebhooks webhooks,
      ChangeFeed feed,
      SignedPost post,
      RetryPlan retry,
      InstantSource clock) {
    this.webhooks = webhooks;
    this.feed = feed;
    this.post = post;
    this.retry = retry;
    this.clock = clock;
    looking = RoundThread.start("webhooks", round(this::beginAll), BETWEEN);
  }

  private static Round round(Runnable work) {
    return new Round(
        LOG,
        "webhooks cannot be sent",
        () -> {
          try {
            work.run();
          } catch (AccessUnavailable | ListingsUnavailable | LedgerUnavailable e) {
            LOG.atDebug().log("webhooks cannot be read: {}", e.getMessage());
          }
        });
  }

  private void beginAll() {
    for (Optional<Due> next = claim(); next.isPresent(); next = claim()) {
      Due due = next.get();
      sending.execute(round(() -> sendOn(due)));
    }
  }

  /// Takes the next one, and a place for it. Where many are sent, the next look finds the rest.
  private synchronized Optional<Due> claim() {
    if (underWay.values().stream().mapToInt(Integer::intValue).sum() >= AT_ONCE) {
      return Optional.empty();
    }
    Set<String> full =
        underWay.entrySet().stream()
            .filter(each -> each.getValue() >= OF_ONE)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Optional<Due> next = webhooks.claim(LEASE, full);
    next.ifPresent(due -> underWay.merge(due.organization(), 1, Integer::sum));
    return next;
  }

  private synchronized void leave(Due due) {
    underWay.computeIfPresent(due.organization(), (_, many) -> many == 1 ? null : many - 1);
  }

  /// Sends one, and then the next that is due.
  private void sendOn(Due first) {
    Optional<Due> next = Optional.of(first);
    while (next.isPresent()) {
      Due due = next.get();
      boolean goesOn;
      try {
        goesOn = send(due);
      } finally {
        leave(due);
      }
      next = goesOn ? claim() : Optional.empty();
    }
  }

  /// @return false: the node stops, and another one sends it
  private boolean send(Due due) {
    ChangePosition since =
        ChangeCursor.read(due.position()).map(ChangeCursor::position).orElseThrow();
    switch (read(() -> feed.read(since, due.filter().kinds(), due.filter().breadth(), MOST))) {
      case ChangeReading.Expired() ->
          fail(due, "what was not sent yet is not remembered any more", Optional.empty());
      case ChangeReading.Changes page -> {
        try {
          sendPage(due, page);
        } catch (InterruptedIOException _) {
          return false;
        } catch (IOException e) {
          fail(due, String.valueOf(e.getMessage()), retryPause(due));
        }
      }
    }
    return true;
  }

  private <T> T read(Supplier<T> stored) {
    reading.acquireUninterruptibly();
    try {
      return stored.get();
    } finally {
      reading.release();
    }
  }

  private void sendPage(Due due, ChangeReading.Changes page) throws IOException {
    ChangeFilter.Area near = due.filter().near();
    Set<String> nearby =
        near == null
            ? Set.of()
            : read(() -> webhooks.within(near, due.filter().cinemasOf(page.changes())));
    List<Change> wanted =
        page.changes().stream().filter(each -> due.filter().passes(each, nearby)).toList();
    String next = ChangeCursor.write(page.next());
    @Nullable UUID seen = page.more() ? null : page.state().mark();
    if (wanted.isEmpty()) {
      webhooks.advance(due, next, seen, null);
      return;
    }
    ChangeReading.Changes sent =
        new ChangeReading.Changes(
            wanted, page.next(), page.more(), page.state(), page.freshness(), page.runs());
    byte[] body = new ChangePage(sent, due.filter().breadth()).json();
    int status =
        post.send(
            URI.create(due.url()),
            due.secrets().stream().map(WebhookSecret::parse).toList(),
            id(due, wanted),
            body);
    if (status >= 200 && status < 300) {
      webhooks.advance(due, next, seen, clock.instant());
    } else {
      fail(due, "it answered " + status, status == GONE ? Optional.empty() : retryPause(due));
    }
  }

  /// The id of a message: the same for the same changes. Where more has changed at the next
  /// attempt, that is another message. How far the reading came says nothing: imports without
  /// changes move that too.
  private static String id(Due due, List<Change> changes) {
    String named =
        changes.stream()
            .map(each -> each.kind().word() + ' ' + each.id() + ' ' + each.at())
            .collect(Collectors.joining("\n", due.id() + ' ' + due.position() + '\n', ""));
    return "changes_"
        + UUID.nameUUIDFromBytes(named.getBytes(US_ASCII)).toString().replace("-", "");
  }

  private Optional<Duration> retryPause(Due due) {
    Instant now = clock.instant();
    Instant since = due.failingSince() == null ? now : due.failingSince();
    return retry.pause(due.attempts() + 1, Duration.between(since, now));
  }

  private void fail(Due due, String why, Optional<Duration> again) {
    webhooks.failed(due, why, again.orElse(null));
    if (again.isEmpty()) {
      LOG.atWarn()
          .addKeyValue("webhook", due.id())
          .addKeyValue("why", why)
          .log("a webhook is switched off");
    }
  }

  @Override
  public void close() {
    looking.close();
    sending.shutdownNow();
    sending.close();
  }
}
