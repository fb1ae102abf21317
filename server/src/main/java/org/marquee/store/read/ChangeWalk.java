package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.State;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.read.RecordsById.Reference;

/// One reading of the feed of changes: what the log says, told as the records are now
/// (docs/decisions/0127).
///
/// - A record that is there is told as it is, whatever the commit did to it.
/// - A record that is gone is told as gone where it went last. Where it began to refer to something
///   else it is told too: what it referred to before may go next. That it came or changed is not
///   told.
/// - Before a record those are told that it refers to now and that came later.
final class ChangeWalk {
  /// Entries of records that came and went may be many, with nothing to tell.
  private static final int MOST_ROUNDS = 20;

  private static final int FEWEST_ENTRIES = 20;

  private final Connection connection;
  private final Set<Kind> kinds;
  private final int limit;
  private final Revision state;
  private final RecordsById records;
  private final Map<String, ChangeEntry.Arrival> arrivals = new HashMap<>();
  private final List<Change> told = new ArrayList<>();
  private final Set<String> toldAhead = new HashSet<>();
  private ChangePosition at;
  private int ahead;
  private boolean more;

  ChangeWalk(
      Connection connection, ChangePosition since, Set<Kind> kinds, int limit, Revision state) {
    this.connection = connection;
    this.kinds = kinds;
    this.limit = limit;
    this.state = state;
    records = new RecordsById(connection);
    at = new ChangePosition(since.revision(), since.place(), since.written(), 0, 0);
    ahead = since.aheadOf() == state.number() ? since.ahead() : 0;
  }

  List<Change> told() {
    return told;
  }

  /// Where the next reading goes on.
  ChangePosition next() {
    return at;
  }

  /// Whether something follows.
  boolean hasMore() {
    return more;
  }

  void run() throws SQLException {
    int fetched = Math.max(limit + 1, FEWEST_ENTRIES);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<ChangeEntry> entries = ChangeEntry.after(connection, at, kinds, fetched);
      load(entries);
      for (ChangeEntry entry : entries) {
        if (!tell(entry)) {
          more = true;
          at = told.getLast().after();
          return;
        }
        at = entry.position();
      }
      if (entries.size() < fetched) {
        at = ChangePosition.endOf(state);
        return;
      }
    }
    more = true;
  }

  /// Tells all that an entry has to tell; false if there is not enough room for it.
  private boolean tell(ChangeEntry entry) {
    State own = state(entry);
    if (own == null) {
      return true;
    }
    int index = 0;
    for (ListedRecord each : ahead(entry, own)) {
      index++;
      if (index > ahead && !toldAhead.contains(each.id())) {
        if (told.size() == limit) {
          return false;
        }
        toldAhead.add(each.id());
        told.add(
            new Change(
                kind(each),
                each.id(),
                entry.at(),
                new State.Present(each),
                new ChangePosition(
                    at.revision(), at.place(), at.written(), index, state.number())));
      }
    }
    if (told.size() == limit) {
      return false;
    }
    ahead = 0;
    told.add(new Change(entry.kind(), entry.id(), entry.at(), own, entry.position()));
    return true;
  }

  /// How the record of an entry is to be told; null for not at all.
  private @Nullable State state(ChangeEntry entry) {
    ListedRecord record = records.find(entry.id());
    if (record != null) {
      return entry.step() == ChangeEntry.Step.REFERRED ? null : new State.Present(record);
    }
    return switch (entry.step()) {
      case CAME, CHANGED -> null;
      case REFERRED, WENT -> cameLater(entry.id(), entry) ? null : gone(entry);
    };
  }

  private State gone(ChangeEntry entry) {
    String survivor = records.survivor(entry.id());
    return survivor == null ? new State.Gone() : new State.Merged(survivor);
  }

  private boolean cameLater(String id, ChangeEntry entry) {
    ChangeEntry.Arrival arrival = arrivals.get(id);
    return arrival != null && arrival.isAfter(entry.position());
  }

  private void load(List<ChangeEntry> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    Map<Kind, List<String>> ids = new TreeMap<>();
    entries.forEach(
        entry -> ids.computeIfAbsent(entry.kind(), _ -> new ArrayList<>()).add(entry.id()));
    load(ids);
    long first = entries.getFirst().position().revision().number();
    if (first == state.number()) {
      return; // Nothing can have come later.
    }
    List<Reference> references = new ArrayList<>();
    for (ChangeEntry entry : entries) {
      State own = state(entry);
      if (own != null) {
        references.addAll(references(entry, own));
        references.add(new Reference(entry.kind(), entry.id()));
      }
      ListedRecord survivor = own instanceof State.Merged(String into) ? records.find(into) : null;
      if (survivor != null) {
        references.addAll(RecordsById.references(survivor));
      }
    }
    while (!references.isEmpty()) {
      Map<String, Kind> unknown = new LinkedHashMap<>();
      for (Reference each : references) {
        if (!arrivals.containsKey(each.id())
            && each.kind() != Kind.SHOWTIME
            && kinds.contains(each.kind())) {
          unknown.put(each.id(), each.kind());
        }
      }
      Map<String, ChangeEntry.Arrival> came =
          ChangeEntry.arrivals(connection, unknown.keySet(), first);
      arrivals.putAll(came);
      Map<Kind, List<String>> later = new TreeMap<>();
      came.keySet()
          .forEach(id ->
              later
                  .computeIfAbsent(Objects.requireNonNull(unknown.get(id)), _ -> new ArrayList<>())
                  .add(id));
      load(later);
      references.clear();
      for (String id : came.keySet()) {
        ListedRecord record = records.find(id);
        if (record != null) {
          references.addAll(RecordsById.references(record));
        }
      }
    }
  }

  private void load(Map<Kind, List<String>> ids) throws SQLException {
    for (Map.Entry<Kind, List<String>> each : ids.entrySet()) {
      records.load(each.getKey(), each.getValue());
    }
  }

  private static List<Reference> references(ChangeEntry entry, State own) {
    return switch (own) {
      case State.Present(ListedRecord record) -> RecordsById.references(record);
      case State.Merged(String into) -> List.of(new Reference(entry.kind(), into));
      case State.Gone() -> List.of();
    };
  }

  /// What an entry's record refers to, directly or not, and what came later than the entry; in the
  /// order in which records come.
  private List<ListedRecord> ahead(ChangeEntry entry, State own) {
    Map<String, ListedRecord> later = new LinkedHashMap<>();
    if (entry.position().revision().number() < state.number()) {
      references(entry, own).forEach(each -> addLater(each, entry, later));
    }
    return later.values().stream()
        .sorted(
            Comparator.comparingInt(
                record -> ChangeEntry.place(kind(record), ChangeEntry.Step.CAME)))
        .toList();
  }

  private void addLater(Reference reference, ChangeEntry entry, Map<String, ListedRecord> later) {
    ListedRecord record = records.find(reference.id());
    // When showtimes came is not looked up. One that another was merged into is told again.
    if (record != null && (record instanceof Showtime || cameLater(record.id(), entry))) {
      later.put(record.id(), record);
      RecordsById.references(record).forEach(each -> addLater(each, entry, later));
    }
  }

  private static Kind kind(ListedRecord record) {
    return switch (record) {
      case Showtime _ -> Kind.SHOWTIME;
      case Film _ -> Kind.FILM;
      case Cinema _ -> Kind.CINEMA;
      case Chain _ -> Kind.CHAIN;
      case Screen _ -> Kind.SCREEN;
    };
  }
}
