package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/// One reading of the feed of changes: what the log says, told as the records are now
/// (docs/decisions/0127).
///
/// - A record that is there is told as it is. If it refers to one that came later, it has a later
///   entry of its own, and is told there. Cinemas and screens that came are told at once, since
///   others refer to them: what came later is told ahead of them.
/// - A record that is gone is told where it went. If the follower may hold one that still refers to
///   it, because that one is told later, removals are held back to the end of the reading.
final class ChangeWalk {
  /// Entries of records that came and went may be many, with nothing to tell.
  private static final int MOST_ROUNDS = 20;

  private static final int FEWEST_ENTRIES = 20;

  private final Connection connection;
  private final ChangePosition since;
  private final Set<Kind> kinds;
  private final int limit;
  private final Revision state;
  private final ChangedRecords records;
  private final List<Change> told = new ArrayList<>();
  private final Set<String> toldAhead = new HashSet<>();
  private ChangePosition at;
  private long heldSince;
  private int ahead;
  private boolean seeded;
  private boolean more;

  ChangeWalk(
      Connection connection, ChangePosition since, Set<Kind> kinds, int limit, Revision state) {
    this.connection = connection;
    this.since = since;
    this.kinds = kinds;
    this.limit = limit;
    this.state = state;
    records = new ChangedRecords(connection, kinds, state);
    heldSince = since.heldSince();
    ahead = Math.abs(since.readAs()) == state.number() ? since.ahead() : 0;
    at =
        new ChangePosition(
            since.revision(), since.place(), since.written(), heldSince, 0, since.readAs());
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
    more = !(tellEntries() && (heldSince == 0 || tellHeld()));
    if (!more) {
      at = ChangePosition.endOf(state);
    }
  }

  /// Tells what the log says, commit by commit; false if something is left.
  private boolean tellEntries() throws SQLException {
    int fetched = Math.max(limit + 1, FEWEST_ENTRIES);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<ChangeEntry> entries = ChangeEntry.after(connection, at, kinds, fetched);
      records.load(entries);
      for (ChangeEntry entry : entries) {
        if (!tell(entry)) {
          return false;
        }
        at = behind(entry);
      }
      if (entries.size() < fetched) {
        return true;
      }
    }
    return false;
  }

  /// Tells the removals that were held back, what refers to others first; false if something is
  /// left.
  private boolean tellHeld() throws SQLException {
    boolean resumed = at.isHeld() && at.revision().equals(state);
    int begin = resumed ? at.place() - ChangePosition.HELD : 0;
    int fetched = Math.max(limit + 1, FEWEST_ENTRIES);
    for (int place : ChangeEntry.withdrawals(kinds)) {
      if (place < begin) {
        continue;
      }
      long written = place == begin ? at.written() : 0;
      List<ChangeEntry> entries;
      do {
        entries = ChangeEntry.held(connection, heldSince, place, written, fetched);
        records.load(entries);
        Map<String, Long> last = ChangeEntry.lastWithdrawals(connection, entries);
        for (ChangeEntry entry : entries) {
          written = entry.written();
          ChangePosition behind =
              new ChangePosition(
                  state, ChangePosition.HELD + place, written, heldSince, 0, state.number());
          if (records.find(entry.id()) == null && last.getOrDefault(entry.id(), 0L) == written) {
            if (told.size() == limit) {
              return false;
            }
            told.add(new Change(entry.kind(), entry.id(), entry.at(), gone(entry), behind));
          }
          at = behind;
        }
      } while (entries.size() == fetched);
    }
    return true;
  }

  /// The position behind an entry.
  private ChangePosition behind(ChangeEntry entry) {
    return new ChangePosition(
        entry.revision(), entry.place(), entry.written(), heldSince, 0, readAs(entry));
  }

  private long readAs(ChangeEntry entry) {
    boolean mixed = isResumed(entry) && since.readAs() != state.number();
    return mixed ? -state.number() : state.number();
  }

  /// Whether an earlier reading ended within the entry's commit.
  private boolean isResumed(ChangeEntry entry) {
    return entry.revision().number() == since.revision().number();
  }

  /// Tells all that an entry has to tell; false if there is not enough room for it.
  private boolean tell(ChangeEntry entry) throws SQLException {
    ListedRecord record = records.find(entry.id());
    return record == null ? tellGone(entry) : tellPresent(entry, record);
  }

  private boolean tellGone(ChangeEntry entry) {
    if (entry.step() == ChangeEntry.Step.CAME) {
      return true;
    }
    if (entry.step() == ChangeEntry.Step.CHANGED
        || records.cameLater(entry.id(), entry)
        || mergedIntoLater(entry)) {
      hold(entry);
    }
    return heldSince > 0 || add(entry, gone(entry));
  }

  private State gone(ChangeEntry entry) {
    String survivor = records.survivor(entry.id());
    return survivor == null ? new State.Gone() : new State.Merged(survivor);
  }

  /// When showtimes came is not looked up.
  private boolean mergedIntoLater(ChangeEntry entry) {
    String survivor = records.survivor(entry.id());
    return survivor != null
        && (entry.kind() == Kind.SHOWTIME ? isEarlier(entry) : records.cameLater(survivor, entry));
  }

  private boolean tellPresent(ChangeEntry entry, ListedRecord record) throws SQLException {
    boolean later =
        RecordsById.references(record).stream()
            .anyMatch(each -> records.cameLater(each.id(), entry));
    boolean isNew = entry.step() == ChangeEntry.Step.CAME && entry.kind() != Kind.SHOWTIME;
    if (records.cameLater(record.id(), entry) || (later && !isNew)) {
      hold(entry);
      return true;
    }
    return (!later || tellAhead(entry, record)) && add(entry, new State.Present(record));
  }

  /// Tells what a record refers to, directly or not, and what came later.
  private boolean tellAhead(ChangeEntry entry, ListedRecord record) throws SQLException {
    if (isResumed(entry) && since.readAs() == state.number() && !seeded) {
      seeded = true;
      List<ChangeEntry> before = ChangeEntry.cameBefore(connection, since, kinds);
      records.load(before);
      before.forEach(
          each -> toldAhead.addAll(records.later(each, records.find(each.id())).keySet()));
    }
    int index = 0;
    for (ListedRecord each : records.later(entry, record).values()) {
      index++;
      if (index > ahead && !toldAhead.contains(each.id())) {
        if (told.size() == limit) {
          return false;
        }
        toldAhead.add(each.id());
        ChangePosition behind =
            new ChangePosition(
                at.revision(), at.place(), at.written(), heldSince, index, readAs(entry));
        at = behind;
        told.add(new Change(kind(each), each.id(), entry.at(), new State.Present(each), behind));
      }
    }
    return true;
  }

  private boolean add(ChangeEntry entry, State own) {
    if (told.size() == limit) {
      return false;
    }
    ahead = 0;
    told.add(new Change(entry.kind(), entry.id(), entry.at(), own, behind(entry)));
    return true;
  }

  /// Holds removals back from a commit on: the follower may go on holding the record of an entry as
  /// it was before.
  private void hold(ChangeEntry entry) {
    if (heldSince == 0) {
      heldSince = entry.revision().number();
    }
  }

  private boolean isEarlier(ChangeEntry entry) {
    return entry.revision().number() < state.number();
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
