package org.marquee.client;

import java.time.Instant;
import java.time.InstantSource;
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
  // A service that does not wait, as one that stops, must not be asked in a tight loop.
  private static final double SHORTEST_ROUND_SECONDS = 1;

  private final Questions questions;
  private final FollowQuery query;
  private final ShowtimesAhead ahead;
  private final Deque<FollowEvent> ready = new ArrayDeque<>();
  private final Deque<Supplier<? extends Iterator<? extends FollowEvent>>> lists =
      new ArrayDeque<>();
  private @Nullable Iterator<? extends FollowEvent> list;
  private @Nullable String cursor;
  // Whether the cursor was made for a reset, and no change was read with it.
  private boolean fresh;
  // Whether lists were read, and not yet all that changed meanwhile.
  private boolean settling;
  private boolean caughtUp;
  private boolean hurried;

  Follower(Questions questions, FollowQuery query, InstantSource clock) {
    this.questions = questions;
    this.query = query;
    SavedCursor saved = query.cursor() == null ? null : SavedCursor.parse(query.cursor());
    cursor = saved == null ? null : saved.cursor();
    Integer days = query.wants("showtime") ? query.days() : Integer.valueOf(0);
    ahead = new ShowtimesAhead(clock, days, saved == null ? Instant.EPOCH : saved.until());
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
      } else if (cursor == null || (caughtUp && !settling && ahead.isDue())) {
        readLists();
      } else {
        poll(cursor);
      }
    }
  }

  private void readLists() {
    // Before the first list, so that nothing is missed. All nodes show what this cursor stands
    // behind, so no list is older than the changes that were read.
    String now =
        questions.changes(ChangeQuery.fromNow().kinds(query.kinds()).limit(1), true).nextCursor();
    settling = true;
    if (cursor == null) {
      cursor = now;
      fresh = true;
      ahead.startOver();
      ready.add(new FollowEvent.Reset());
      planLists();
    }
    lists.add(this::nextWindow);
  }

  private void poll(String since) {
    if (hurried) {
      questions
          .transport()
          .pause(RetryPolicy.seconds(SHORTEST_ROUND_SECONDS / 2, SHORTEST_ROUND_SECONDS));
    }
    ChangeQuery asked = ChangeQuery.since(since).kinds(query.kinds()).limit(LARGEST_PAGE);
    // What happened while lists were read, or is to be known before, is there without waiting.
    boolean waits = !settling && !ahead.isDue();
    long start = System.nanoTime();
    Page<Change> page;
    try {
      page = questions.changes(waits ? asked.waitSeconds(LONGEST_WAIT_SECONDS) : asked, true);
    } catch (ApiException.CursorExpired e) {
      if (fresh) {
        throw e;
      }
      cursor = null;
      hurried = false;
      return;
    }
    boolean quick = System.nanoTime() - start < SHORTEST_ROUND_SECONDS * 1e9;
    caughtUp = !page.hasMore();
    hurried = waits && quick && caughtUp && page.items().isEmpty();
    fresh = false;
    // What a list named may come with the last page only.
    settling &= !caughtUp;
    String next = Objects.requireNonNull(page.nextCursor());
    cursor = next;
    ready.addAll(page.items());
    if (!settling && !ahead.isDue()) {
      String saved = new SavedCursor(next, ahead.until()).text();
      ready.add(new FollowEvent.Checkpoint(saved, caughtUp, page.freshness()));
    }
  }

  /// All records but showtimes, each after those that it refers to.
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
  }

  /// The showtimes of the windows that are due, one after the other.
  private Iterator<FollowEvent> nextWindow() {
    if (!ahead.isDue()) {
      return List.<FollowEvent>of().iterator();
    }
    lists.add(this::nextWindow);
    return questions.list("/v1/showtimes", ahead.next().parameters(), Showtime::read, true).stream()
        .peek(showtime -> ahead.found())
        .map(each -> upserted("showtime", each))
        .iterator();
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
    return questions.list(
        "/v1/screens", Parameters.NONE.with("cinemaId", cinemaId), Screen::read, true);
  }

  private <T> Paged<T> all(String path, Function<JsonObject, T> record) {
    return questions.list(path, Parameters.NONE, record, true);
  }

  private static Iterator<FollowEvent> upserted(String kind, Paged<? extends ListingRecord> list) {
    return list.stream().map(each -> upserted(kind, each)).iterator();
  }

  private static FollowEvent upserted(String kind, ListingRecord record) {
    return new Change.Upserted(kind, record.id(), null, record);
  }
}
