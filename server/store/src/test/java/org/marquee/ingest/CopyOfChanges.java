package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangeFeed.Fate;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.read.PublishedRecords;
import org.marquee.store.sql.Sql;

/// The copy of a follower of the changes that began with the lists.
@NullMarked
final class CopyOfChanges {
  private static final String GONE = " gone ";

  private final ChangeFeed feed;
  private final Set<Kind> kinds;
  private final Map<String, ListedRecord> held = new TreeMap<>();
  private final Set<String> told = new HashSet<>();
  private final Map<String, Integer> times = new HashMap<>();
  private final List<Change> twice = new ArrayList<>();
  private final long begin;
  private final List<String> story = new ArrayList<>();
  private ChangePosition position;
  private Instant last = Instant.MIN;
  private boolean prompt;
  private boolean strict;

  CopyOfChanges(ChangeFeed feed, World world, Set<Kind> kinds) {
    this.feed = feed;
    this.kinds = EnumSet.copyOf(kinds);
    position = ChangePosition.endOf(world.listings().revision());
    begin = position.revision().number();
    held.putAll(ofKinds(listed(world)));
  }

  /// Every entry of the log came at most once, and a record at most once with each commit.
  void assertNoneToldTwice(World world) throws SQLException {
    Map<String, Integer> logged = new HashMap<>();
    try (Connection connection = world.database().connect()) {
      Sql.of(
              """
              select id, count(*) as entries from change
              where n > :begin and place is not null group by id
              """)
          .bind("begin", begin)
          .each(connection, row -> logged.put(row.getString("id"), row.getInt("entries")));
    }
    times.forEach((id, count) ->
        assertThat(count)
            .as("%s in %s", id, story)
            .isLessThanOrEqualTo(logged.getOrDefault(id, 0)));
    assertThat(twice).as("%s", story).isEmpty();
  }

  /// This one reads after every step. If a step is one commit, every change must change the copy.
  CopyOfChanges prompt() {
    prompt = true;
    return this;
  }

  /// Reads one page, and says whether there is more.
  boolean read(int limit, Map<String, ListedRecord> now) {
    ChangeReading reading = feed.read(position, kinds, ChangeFeed.Breadth.RECORDS, limit);
    if (!(reading instanceof ChangeReading.Changes changes)) {
      throw new AssertionError("expired at " + position);
    }
    assertThat(changes.changes().size()).isLessThanOrEqualTo(limit);
    strict = prompt && changes.state().number() == position.revision().number() + 1;
    for (Change change : changes.changes()) {
      take(change, now);
    }
    if (changes.more()) {
      assertThat(changes.changes()).hasSize(limit);
    } else {
      assertThat(changes.next()).isEqualTo(ChangePosition.endOf(changes.state()));
    }
    position = changes.next();
    return changes.more();
  }

  private void take(Change change, Map<String, ListedRecord> now) {
    story.add(
        change.at()
            + " "
            + change.kind()
            + " "
            + change.id()
            + (change.state() instanceof Fate.Present ? " " : GONE)
            + change.after().revision().number()
            + " "
            + change.after().place()
            + " "
            + (change.state() instanceof Fate.Present(var r) ? references(r) : change.state()));
    assertThat(change.at()).isAfterOrEqualTo(last);
    last = change.at();
    times.merge(change.id(), 1, Integer::sum);
    assertThat(kinds).contains(change.kind());
    if (!told.add(change.id() + change.at())) {
      twice.add(change);
    }
    switch (change.state()) {
      case Fate.Present(ListedRecord record) -> {
        assertThat(record).as("%s", story).isEqualTo(now.get(change.id()));
        ListedRecord before = held.put(record.id(), record);
        if (strict && before != null && updated(before) + updated(record) == -2) {
          assertThat(unobserved(record)).as("%s", change).isNotEqualTo(unobserved(before));
        }
        references(record).forEach(this::assertHeld);
      }
      case Fate.Gone() -> remove(change);
      case Fate.Merged(String into) -> {
        assertHeld(into);
        remove(change);
      }
    }
  }

  private void assertHeld(String id) {
    if (kinds.size() == Kind.values().length) {
      assertThat(held).as("%s", story).containsKey(id);
    }
  }

  private void remove(Change change) {
    assertThat(now(change.id())).isNull();
    ListedRecord before = held.remove(change.id());
    if (strict) {
      assertThat(before).as("%s", change).isNotNull();
    }
    for (ListedRecord each : held.values()) {
      assertThat(references(each))
          .as(
              "%s after %s",
              each.id(),
              story.stream()
                  .filter(line -> line.contains(each.id()) || line.contains(change.id()))
                  .toList())
          .doesNotContain(change.id());
    }
  }

  private @Nullable ListedRecord now(String id) {
    return current.get(id);
  }

  private Map<String, ListedRecord> current = new HashMap<>();

  /// Reads to the end by pages of this size; then the copy must equal the lists.
  void follow(int limit, Map<String, ListedRecord> now) {
    current = now;
    int pages = 0;
    while (read(limit, now)) {
      assertThat(pages++).isLessThan(100_000);
    }
    Map<String, Object> expected = new TreeMap<>();
    ofKinds(now).forEach((id, record) -> expected.put(id, unobserved(record)));
    Map<String, Object> found = new TreeMap<>();
    held.forEach((id, record) -> found.put(id, unobserved(record)));
    assertThat(found).as("%s", story).isEqualTo(expected);
  }

  /// Reads some pages and stops.
  void follow(int limit, int pages, Map<String, ListedRecord> now) {
    current = now;
    for (int page = 0; page < pages && read(limit, now); page++) {}
  }

  private Map<String, ListedRecord> ofKinds(Map<String, ListedRecord> all) {
    Map<String, ListedRecord> some = new TreeMap<>(all);
    some.values().removeIf(record -> !kinds.contains(kind(record)));
    return some;
  }

  static Kind kind(ListedRecord record) {
    return Kind.valueOf(record.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT));
  }

  static List<String> references(ListedRecord record) {
    List<String> all = new ArrayList<>();
    switch (record) {
      case Showtime each -> {
        all.add(each.filmId());
        all.add(each.cinemaId());
        if (each.screenId() != null) {
          all.add(each.screenId());
        }
      }
      case Cinema each -> {
        if (each.chainId() != null) {
          all.add(each.chainId());
        }
      }
      case Screen each -> all.add(each.cinemaId());
      case Film _, Chain _ -> {}
    }
    return all;
  }

  private static long updated(ListedRecord record) {
    Instant updated = record.provenance().sourceUpdatedAt();
    return updated == null ? -1 : updated.toEpochMilli();
  }

  /// A record without its observation times, which change without an entry in the log.
  private static ListedRecord unobserved(ListedRecord record) {
    Provenance given = record.provenance();
    Provenance kept = new Provenance(Instant.EPOCH, null, given.provider(), given.externalId());
    return switch (record) {
      case Showtime s ->
          new Showtime(
              s.id(),
              s.filmId(),
              s.cinemaId(),
              s.startsAt(),
              s.offsetMinutes(),
              s.bookingUrl(),
              s.attributes(),
              s.screenId(),
              s.screenName(),
              kept,
              null);
      case Film f ->
          new Film(
              f.id(), f.title(), f.facts(), List.of(), // in no answer, so nobody is told
              kept);
      case Cinema c -> new Cinema(c.id(), c.chainId(), c.name(), c.location(), kept);
      case Chain h -> new Chain(h.id(), h.name(), h.websiteUrl(), kept);
      case Screen r ->
          new Screen(r.id(), r.cinemaId(), r.name(), r.evidence(), Instant.EPOCH, kept);
    };
  }

  /// All records of the lists, by id.
  static Map<String, ListedRecord> listed(World world) {
    Map<String, ListedRecord> byId = new TreeMap<>();
    all(world).forEach(record -> byId.put(record.id(), record));
    return byId;
  }

  /// All records of the lists.
  static List<ListedRecord> all(World world) {
    PublishedRecords listings = world.listings();
    List<ListedRecord> all = new ArrayList<>(world.showtimes(100));
    all.addAll(listings.chains());
    all.addAll(listings.films());
    for (Cinema cinema : listings.cinemas()) {
      all.add(cinema);
      all.addAll(listings.screens(cinema.id()));
    }
    return all;
  }
}
