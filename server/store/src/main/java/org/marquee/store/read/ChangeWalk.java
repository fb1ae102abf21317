package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.Fate;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Revision;

/// One reading of the feed of changes: the entries of the log, with the records as they are now
/// (docs/decisions/0127).
///
/// - A record that is there is sent at each of its entries. If it refers to one that came later,
///   all arrivals up to now are sent ahead of it, and skipped at their own turn.
/// - A record that is gone is sent where it went. If the follower may hold one that still refers to
///   it, removals are held back to the end of the reading.
/// - A record that is sent ahead may have been sent with this commit before, if it went and came
///   back meanwhile. Then the commits up to now are sent as one ([JoinedCommits]).
///
/// Either way an entry is read once: [ChangePosition] holds how far each part has come.
final class ChangeWalk {
  /// Entries of records that came and went may be many, with nothing to send. A page ends after so
  /// many readings of the log, wherever it stands: one that took too long would never come, however
  /// often the follower asks.
  private static final int MOST_READINGS = 20;

  private static final int FEWEST_ENTRIES = 20;

  private final Connection connection;
  private final Set<Kind> kinds;
  private final Breadth breadth;
  private final int limit;
  private final int fetched;
  private final Revision state;
  private final ChangedRecords records;
  private final JoinedCommits joined;
  private final List<Change> told = new ArrayList<>();
  private ChangePosition at;
  private boolean more;
  private int readings;

  ChangeWalk(
      Connection connection,
      ChangePosition since,
      Set<Kind> kinds,
      Breadth breadth,
      int limit,
      Revision state) {
    this.connection = connection;
    this.kinds = kinds;
    this.breadth = breadth;
    this.limit = limit;
    fetched = Math.max(limit + 1, FEWEST_ENTRIES);
    this.state = state;
    records = new ChangedRecords(connection, kinds, state);
    joined = new JoinedCommits(connection, state);
    at = since;
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
    more = !(sendEntries() && sendHeld());
    if (!more) {
      at = ChangePosition.endOf(state);
    }
  }

  /// Sends the entries of the log, commit by commit; false if something is left.
  private boolean sendEntries() throws SQLException {
    while (mayRead()) {
      List<ChangeEntry> entries = ChangeEntry.after(connection, at, kinds, breadth, fetched);
      records.load(entries);
      joined.begin(entries);
      for (ChangeEntry entry : entries) {
        if (!send(entry)) {
          return false;
        }
        at = at.behind(entry.revision(), entry.place(), entry.written());
      }
      if (entries.size() < fetched) {
        at = at.behindAll(state);
        return true;
      }
    }
    return false;
  }

  private boolean mayRead() {
    return readings++ < MOST_READINGS;
  }

  /// Sends the change of an entry; false if there is not enough room for it.
  private boolean send(ChangeEntry entry) throws SQLException {
    ListedRecord record = records.find(entry.id());
    return record == null ? sendGone(entry) : skip(entry) || sendPresent(entry, record);
  }

  private boolean skip(ChangeEntry entry) throws SQLException {
    if (!joined.isSkipped(entry, at.joined())) {
      return false;
    }
    if (entry.kind() == Kind.SHOWTIME) {
      hold(entry); // The follower goes on holding its old form.
    }
    return true;
  }

  private boolean sendPresent(ChangeEntry entry, ListedRecord record) throws SQLException {
    boolean returned = records.cameLater(entry.id(), entry);
    boolean refersAhead =
        isMissing(new ChangedRecords.Reference(entry.kind(), entry.id()), entry)
            || ChangedRecords.references(record).stream().anyMatch(each -> isMissing(each, entry));
    if (refersAhead && !sendArrivals(entry)) {
      return false;
    }
    return returned
        || wasToldAhead(entry)
        || skip(entry) // More commits may be joined since.
        || add(
            entry,
            joined.time(entry, at.joined()),
            new Fate.Present(record),
            at.behind(entry.revision(), entry.place(), entry.written()));
  }

  private boolean wasToldAhead(ChangeEntry entry) {
    Mark read = at.ahead().get(entry.kind());
    return entry.step() == ChangeEntry.Step.CAME && read != null && read.isBehind(entry.mark());
  }

  /// Whether a record came later than an entry, and was not sent ahead. When showtimes came is not
  /// looked up: nothing refers to them.
  private boolean isMissing(ChangedRecords.Reference record, ChangeEntry entry) {
    Mark read = at.ahead().get(record.kind());
    return records.cameLater(record.id(), entry)
        && (read == null || !read.isBehind(records.arrival(record.id())));
  }

  /// Tells everything but showtimes that has come by now, what others refer to first; false if
  /// something is left.
  ///
  /// @param next the entry that is sent after them
  private boolean sendArrivals(ChangeEntry next) throws SQLException {
    for (Kind kind : ChangeEntry.referredTo()) {
      if (!kinds.contains(kind)) {
        continue;
      }
      int place = ChangeEntry.place(kind, ChangeEntry.Step.CAME);
      List<ChangeEntry> entries;
      do {
        if (!mayRead()) {
          return false;
        }
        entries = ChangeEntry.at(connection, place, at.unread(kind, place), fetched);
        records.load(entries);
        if (joined.mayHaveTold(entries.stream().filter(this::isArrival).toList(), next, at)) {
          at = at.joinedUntil(state);
        }
        for (ChangeEntry entry : entries) {
          ChangePosition behind = at.withAhead(kind, entry.mark());
          ListedRecord record = records.find(entry.id());
          if (record != null
              && isArrival(entry)
              && !add(entry, joined.time(next, at.joined()), new Fate.Present(record), behind)) {
            return false;
          }
          at = behind;
        }
      } while (entries.size() == fetched);
    }
    return true;
  }

  /// Whether an entry is the arrival of a record that is there.
  private boolean isArrival(ChangeEntry entry) {
    return records.find(entry.id()) != null && !records.cameLater(entry.id(), entry);
  }

  private boolean sendGone(ChangeEntry entry) throws SQLException {
    switch (entry.step()) {
      case CAME, DETAILED -> {
        return true; // What the follower has refers to the same records as before.
      }
      case CHANGED -> hold(entry);
      case WENT -> {
        // Of joined commits, those that went several times are sent once.
        if (JoinedCommits.has(entry, at.joined())
            || records.cameLater(entry.id(), entry)
            || mergedIntoMissing(entry)) {
          hold(entry);
        }
      }
    }
    return !at.held().isEmpty()
        || add(
            entry,
            entry.at(),
            records.gone(entry.id()),
            at.behind(entry.revision(), entry.place(), entry.written()));
  }

  private boolean mergedIntoMissing(ChangeEntry entry) {
    String survivor = records.survivor(entry.id());
    return survivor != null
        && (entry.kind() == Kind.SHOWTIME
            ? entry.revision().number() < state.number()
            : isMissing(new ChangedRecords.Reference(entry.kind(), survivor), entry));
  }

  /// Holds removals back from an entry on: the follower may go on holding its record as it was
  /// before.
  private void hold(ChangeEntry entry) {
    if (!at.held().isEmpty()) {
      return;
    }
    long number = entry.revision().number();
    for (Kind kind : Kind.values()) {
      int place = ChangeEntry.place(kind, ChangeEntry.Step.WENT);
      at =
          at.withHeld(
              kind,
              place < entry.place()
                  ? Mark.before(number + 1)
                  : new Mark(number, place == entry.place() ? entry.written() - 1 : 0));
    }
  }

  /// Tells the removals that were held back, what refers to others first; false if something is
  /// left.
  private boolean sendHeld() throws SQLException {
    if (at.held().isEmpty()) {
      return true;
    }
    Instant newest = ChangeEntry.madeAt(connection, state.number());
    for (Kind kind : ChangeEntry.leaving()) {
      Mark mark = at.held().get(kind);
      if (mark == null || !kinds.contains(kind)) {
        continue;
      }
      int place = ChangeEntry.place(kind, ChangeEntry.Step.WENT);
      List<ChangeEntry> entries;
      do {
        if (!mayRead()) {
          return false;
        }
        entries = ChangeEntry.at(connection, place, mark, fetched);
        records.load(entries);
        Map<String, Long> last = ChangeEntry.lastWithdrawals(connection, entries);
        for (ChangeEntry entry : entries) {
          mark = entry.mark();
          ChangePosition behind = at.withHeld(kind, mark);
          if (records.find(entry.id()) == null
              && last.getOrDefault(entry.id(), 0L) == entry.written()
              && !add(entry, newest, records.gone(entry.id()), behind)) {
            return false;
          }
          at = behind;
        }
      } while (entries.size() == fetched);
    }
    return true;
  }

  private boolean add(ChangeEntry entry, Instant when, Fate own, ChangePosition behind) {
    if (told.size() == limit) {
      return false;
    }
    told.add(new Change(entry.kind(), entry.id(), when, own, behind));
    return true;
  }
}
