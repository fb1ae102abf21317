package org.marquee.client;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Follows the changes, and reads the lists first where there is no cursor.
final class Follower implements Iterator<FollowEvent> {
  private static final int LONGEST_WAIT_SECONDS = 30;
  private static final int LARGEST_PAGE = 1000;
  // The longest window of showtimes that the service answers.
  private static final int LONGEST_WINDOW_DAYS = 31;
  // A service that does not wait, as one that stops, must not be asked in a tight loop.
  private static final double SHORTEST_ROUND_SECONDS = 1;

  private final MarqueeClient client;
  private final FollowQuery query;
  private final Deque<FollowEvent> ready = new ArrayDeque<>();
  private final Deque<Supplier<? extends Iterator<? extends FollowEvent>>> lists =
      new ArrayDeque<>();
  private @Nullable Iterator<? extends FollowEvent> list;
  private @Nullable String cursor;
  // Whether the cursor was made for a reset, and no change was read with it.
  private boolean fresh;
  private boolean hurried;

  Follower(MarqueeClient client, FollowQuery query) {
    this.client = client;
    this.query = query;
    cursor = query.cursor();
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public FollowEvent next() {
    while (true) {
      if (!ready.isEmpty()) {
        return ready.remove();
      }
      if (list != null && list.hasNext()) {
        return list.next();
      }
      if (!lists.isEmpty()) {
        list = lists.remove().get();
      } else if (cursor == null) {
        reset();
      } else {
        poll(cursor);
      }
    }
  }

  private void reset() {
    // Before the first list, so that nothing is missed.
    cursor = client.changes(ChangeQuery.fromNow().kinds(query.kinds()).limit(1), true).nextCursor();
    fresh = true;
    ready.add(new FollowEvent.Reset());
    planLists();
  }

  private void poll(String since) {
    if (hurried) {
      client.pause(RetryPolicy.seconds(SHORTEST_ROUND_SECONDS / 2, SHORTEST_ROUND_SECONDS));
    }
    ChangeQuery asked = ChangeQuery.since(since).kinds(query.kinds()).limit(LARGEST_PAGE);
    long start = System.nanoTime();
    Page<Change> page;
    try {
      // What happened while the lists were read is there without waiting.
      page = client.changes(fresh ? asked : asked.waitSeconds(LONGEST_WAIT_SECONDS), true);
    } catch (ApiException e) {
      if (fresh || !isUnknown(since, e)) {
        throw e;
      }
      cursor = null;
      hurried = false;
      return;
    }
    boolean quick = System.nanoTime() - start < SHORTEST_ROUND_SECONDS * 1e9;
    hurried = quick && !fresh && !page.hasMore() && page.items().isEmpty();
    fresh = false;
    String next = Objects.requireNonNull(page.nextCursor());
    cursor = next;
    ready.addAll(page.items());
    ready.add(new FollowEvent.Checkpoint(next, !page.hasMore(), page.freshness()));
  }

  /// Whether the service does not know a cursor. During an upgrade an older node may answer 400 to
  /// one that a newer node gave. The same answer to the caller's own cursor is left to the caller,
  /// who may have mistyped it.
  private boolean isUnknown(String since, ApiException e) {
    return e instanceof ApiException.CursorExpired
        || (e instanceof ApiException.BadRequest refused
            && !since.equals(query.cursor())
            && refused.violations().stream().anyMatch(each -> each.parameter().equals("since")));
  }

  /// All records, each after those that it refers to.
  private void planLists() {
    if (query.wants("chain")) {
      lists.add(() -> upserted("chain", all("/v1/chains", Chain::read)));
    }
    if (query.wants("film")) {
      lists.add(() -> upserted("film", all("/v1/films", Film::read)));
    }
    List<String> cinemaIds = new ArrayList<>();
    if (query.wants("cinema") || query.wants("screen")) {
      lists.add(() -> cinemas(cinemaIds));
    }
    if (query.wants("screen")) {
      lists.add(() -> {
        cinemaIds.reversed().forEach(id -> lists.addFirst(() -> upserted("screen", screens(id))));
        return List.<FollowEvent>of().iterator();
      });
    }
    if (query.wants("showtime")) {
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      for (int day = 0; day < query.days(); day += LONGEST_WINDOW_DAYS) {
        Instant from = now.plus(Duration.ofDays(day));
        Instant to = now.plus(Duration.ofDays(Math.min(day + LONGEST_WINDOW_DAYS, query.days())));
        lists.add(() -> upserted("showtime", showtimes(from, to)));
      }
    }
  }

  /// Also notes the ids of the cinemas, for their screens.
  private Iterator<FollowEvent> cinemas(List<String> ids) {
    Iterator<Cinema> cinemas = all("/v1/cinemas", Cinema::read).iterator();
    if (!query.wants("cinema")) {
      cinemas.forEachRemaining(cinema -> ids.add(cinema.id()));
      return List.<FollowEvent>of().iterator();
    }
    return Paged.streamOf(cinemas)
        .peek(cinema -> ids.add(cinema.id()))
        .map(each -> upserted("cinema", each))
        .iterator();
  }

  private Paged<Screen> screens(String cinemaId) {
    return client.list(
        "/v1/screens", Parameters.NONE.with("cinemaId", cinemaId), Screen::read, true);
  }

  private Paged<Showtime> showtimes(Instant from, Instant to) {
    return client.list(
        "/v1/showtimes", ShowtimeQuery.between(from, to).parameters(), Showtime::read, true);
  }

  private <T> Paged<T> all(String path, Function<JsonObject, T> record) {
    return client.list(path, Parameters.NONE, record, true);
  }

  private static Iterator<FollowEvent> upserted(String kind, Paged<? extends ListingRecord> list) {
    return list.stream().map(each -> upserted(kind, each)).iterator();
  }

  private static FollowEvent upserted(String kind, ListingRecord record) {
    return new Change.Upserted(kind, record.id(), null, record);
  }
}
