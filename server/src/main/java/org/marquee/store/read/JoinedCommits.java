package org.marquee.store.read;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Joined;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.store.sql.Sql;

/// Commits that are sent as one, because a record that was sent with the first of them went, came
/// back, and has to be sent once more before that commit ends (docs/decisions/0129).
///
/// All of them are read in the state of the last one or a later state. So the first entry of a
/// record that is there stands for everything that these commits did to it, and its other entries
/// are skipped. Records that are gone are sent behind all others, once.
final class JoinedCommits {
  private final Connection connection;
  private List<ChangeEntry> entries = List.of();
  private @Nullable Joined known;
  private Map<String, ChangeEntry> first = Map.of();
  private Instant time = Instant.MIN;

  JoinedCommits(Connection connection) {
    this.connection = connection;
  }

  /// Goes on with other entries of the log.
  void begin(List<ChangeEntry> next) {
    entries = next;
    known = null;
  }

  /// The commit time of an entry that followers get.
  Instant time(ChangeEntry entry, @Nullable Joined joined) throws SQLException {
    if (!has(entry, joined)) {
      return entry.at();
    }
    look(joined);
    return time;
  }

  /// Whether an entry of the log is skipped, because its record is there and has an earlier one in
  /// the joined commits.
  boolean hasTold(ChangeEntry entry, @Nullable Joined joined) throws SQLException {
    if (!has(entry, joined)) {
      return false;
    }
    look(joined);
    ChangeEntry telling = first.get(entry.id());
    return telling != null && telling.isBefore(entry);
  }

  /// Whether an entry that is read now is of one of the joined commits.
  static boolean has(ChangeEntry entry, @Nullable Joined joined) {
    return joined != null && entry.revision().number() <= joined.until();
  }

  private void look(@Nullable Joined joined) throws SQLException {
    if (joined == null || joined.equals(known)) {
      return;
    }
    known = joined;
    time = ChangeEntry.madeAt(connection, joined.until());
    // A commit has one entry of a record, so those of the first commit have none before them.
    List<ChangeEntry> later =
        entries.stream()
            .filter(each -> each.revision().number() > joined.from())
            .filter(each -> each.revision().number() <= joined.until())
            .toList();
    first = later.isEmpty() ? Map.of() : firstEntries(later, joined);
  }

  /// The entries that sent some records first. What was read ahead before the commits were joined
  /// had an earlier state: neither that arrival nor an entry before it, whose turn the arrival
  /// took, sent the record as it is now.
  private Map<String, ChangeEntry> firstEntries(List<ChangeEntry> entries, Joined joined)
      throws SQLException {
    Map<String, ChangeEntry> telling = new HashMap<>();
    for (ChangeEntry each :
        ChangeEntry.ofSameRecords(
            connection, entries, joined.from(), joined.place(), joined.written())) {
      Mark ahead = joined.ahead().get(each.kind());
      boolean earlier =
          each.step() == ChangeEntry.Step.CAME && ahead != null && ahead.isBehind(each.mark());
      if (earlier) {
        telling.remove(each.id());
      } else {
        telling.putIfAbsent(each.id(), each);
      }
    }
    return telling;
  }

  /// Whether one of these records may have been sent with the time of the next change: in its turn
  /// in the same commit, or in one that is joined to it, or ahead of its turn.
  ///
  /// @param arrivals of one kind
  boolean mayHaveTold(List<ChangeEntry> arrivals, ChangeEntry next, ChangePosition at)
      throws SQLException {
    if (arrivals.isEmpty()) {
      return false;
    }
    Kind kind = arrivals.getFirst().kind();
    Joined joined = at.joined();
    Mark ahead = at.ahead().getOrDefault(kind, Mark.before(0));
    return Sql.of(
                """
                select count(*) from (
                  select n, place, written from change
                  where place is not null and n between :since and :n
                    and place = any(string_to_array(:places, ',')::smallint[])
                    and id = any(string_to_array(:ids, ',')) and (n, place, written) <= (:n, :place, :written)
                  union all
                  select n, place, written from change
                  where id = any(string_to_array(:ids, ',')) and place in (1, 3, 5, 7) and n >= :since
                    and (n < :behindn or written <= :behindwritten)) told
                where (n, place, written) > (:since, :startplace, :startwritten)
                """)
            .bind("ids", ids(arrivals))
            .bind(
                "places",
                ChangeEntry.places(EnumSet.of(kind), EnumSet.allOf(ChangeEntry.Step.class)))
            .bind("since", joined == null ? next.revision().number() : joined.from())
            .bind("startplace", joined == null ? 0 : joined.place())
            .bind("startwritten", joined == null ? 0 : joined.written())
            .bind("n", at.revision().number())
            .bind("place", at.place())
            .bind("written", at.written())
            .bind("behindn", ahead.revision())
            .bind("behindwritten", ahead.written())
            .number(connection)
        > 0;
  }

  private static String ids(List<ChangeEntry> entries) {
    return entries.stream().map(ChangeEntry::id).collect(joining(","));
  }
}
