package org.marquee.store.read;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Joined;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.store.read.ChangeEntry.Step;
import org.marquee.store.sql.Sql;

/// Commits that are sent as one, because a record that was sent with the first of them went, came
/// back, and has to be sent once more before that commit ends (docs/decisions/0127).
///
/// All of them are read in the state of the last one or a later state. So one entry of a record
/// that is there stands for everything that these commits did to it, and its other entries are
/// skipped. That is the first, since others may refer to the record. Of a showtime it is the last:
/// the log does not find when showtimes came. Records that are gone are sent behind all others,
/// once.
final class JoinedCommits {
  private final Connection connection;
  private final Revision state;
  private List<ChangeEntry> entries = List.of();
  private @Nullable Joined known;
  private Set<Long> skipped = Set.of();
  private Instant time = Instant.MIN;

  /// @param state in which everything is read
  JoinedCommits(Connection connection, Revision state) {
    this.connection = connection;
    this.state = state;
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

  /// Whether an entry of the log is skipped, because its record is there and has another one in the
  /// joined commits. One of a showtime that went is always skipped: it came back later.
  boolean isSkipped(ChangeEntry entry, @Nullable Joined joined) throws SQLException {
    if (!has(entry, joined)) {
      return false;
    }
    look(joined);
    return skipped.contains(entry.written());
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
    skipped = new HashSet<>();
    List<ChangeEntry> showtimes = new ArrayList<>();
    List<ChangeEntry> others = new ArrayList<>();
    for (ChangeEntry each : entries) {
      if (has(each, joined) && each.step() != Step.DETAILED) {
        (each.kind() == Kind.SHOWTIME ? showtimes : others).add(each);
        if (each.kind() == Kind.SHOWTIME && each.step() == Step.WENT) {
          skipped.add(each.written());
        }
      }
    }
    skipBeforeOthers(showtimes, joined);
    skipBehindOthers(others, joined);
  }

  private void skipBeforeOthers(List<ChangeEntry> entries, Joined joined) throws SQLException {
    beside(entries, "n > e.number and n <= :until order by n limit 1")
        .bind("until", joined.until())
        .each(connection, row -> skipped.add(row.getLong("entry")));
  }

  /// What was read ahead before the commits were joined had an earlier state: neither that arrival
  /// nor an entry before it, whose turn the arrival took, sent the record as it is now.
  private void skipBehindOthers(List<ChangeEntry> entries, Joined joined) throws SQLException {
    Map<Long, Kind> kinds = new HashMap<>();
    entries.forEach(each -> kinds.put(each.written(), each.kind()));
    beside(
            entries,
            "n < e.number and (n, place, written) > (:n, :place, :written) order by n desc limit 1")
        .bind("n", joined.from())
        .bind("place", joined.place())
        .bind("written", joined.written())
        .each(
            connection,
            row -> {
              Kind kind = Objects.requireNonNull(kinds.get(row.getLong("entry")));
              Mark ahead = joined.ahead().getOrDefault(kind, Mark.before(0));
              boolean came = row.getInt("place") == ChangeEntry.place(kind, Step.CAME);
              if (!came || !ahead.isBehind(new Mark(row.getLong("n"), row.getLong("written")))) {
                skipped.add(row.getLong("entry"));
              }
            });
  }

  /// Looks for another entry of the record of each of these. One of details stands for no other:
  /// the follower may not have asked for it.
  private static Sql beside(List<ChangeEntry> entries, String which) {
    return Sql.of(
            """
            select e.entry, w.* from unnest(string_to_array(:ids, ','), string_to_array(:numbers, ',')::bigint[],
              string_to_array(:entries, ',')::bigint[]) e(id, number, entry)
            cross join lateral (%s and place <= %d and %s) w
            """
                .formatted(ChangeEntry.OF_RECORD, ChangeEntry.LAST_OF_RECORDS, which))
        .bind("ids", ids(entries))
        .bind("numbers", numbers(entries, each -> each.revision().number()))
        .bind("entries", numbers(entries, ChangeEntry::written));
  }

  /// Whether one of these records may have been sent with the time of the next change: in its turn
  /// in the same commit, or in one that is joined to it, or ahead of its turn; false where all
  /// commits are joined.
  ///
  /// @param arrivals of one kind
  boolean mayHaveTold(List<ChangeEntry> arrivals, ChangeEntry next, ChangePosition at)
      throws SQLException {
    Joined joined = at.joined();
    if (arrivals.isEmpty() || (joined != null && joined.until() == state.number())) {
      return false;
    }
    Mark ahead = at.ahead().getOrDefault(arrivals.getFirst().kind(), Mark.before(0));
    return Sql.of(
                """
                select count(*) from unnest(string_to_array(:ids, ',')) e(id) cross join lateral (
                  %1$s and n >= :since and (n, place, written) > (:since, :startplace, :startwritten)
                    and ((n, place, written) <= (:n, :place, :written)
                      or place in (1, 3, 5, 7) and (n < :behindn or written <= :behindwritten)) limit 1) told
                """
                    .formatted(ChangeEntry.OF_RECORD))
            .bind("ids", ids(arrivals))
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

  private static String numbers(List<ChangeEntry> entries, ToLongFunction<ChangeEntry> number) {
    return entries.stream()
        .map(each -> Long.toString(number.applyAsLong(each)))
        .collect(joining(","));
  }
}
