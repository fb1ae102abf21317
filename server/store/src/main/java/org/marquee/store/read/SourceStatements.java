package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage.Reason;
import org.marquee.coverage.SourceStatement;
import org.marquee.coverage.SourceStatement.Trouble;
import org.marquee.store.sql.CopiedRows;
import org.marquee.store.sql.NamedValues;

/// The statements of the providers on the programmes of cinemas.
public final class SourceStatements {
  /// The feed of a cinema may be in trouble under the name that it had, under a name that no cinema
  /// is known by, or under none. A cinema that keeps its showtimes comes first. Where showtimes
  /// were refused or are held back, all days are known in part.
  private static final String SELECT =
      """
      select g.cinema_id, g.observed_at, g.last_feed_at, g.spoken_from, g.spoken_until, g.last_day::text,
        g.offset_minutes::text,
        case when p.name <> 'house' and n.provider is null then coalesce(l.seconds, %d) end::text as late_after,
        case when d.since is not null then 'source_shrunk' when t.since is not null then t.reason
          when g.lacking_since is not null or g.waiting_since is not null then 'source_failed' end as reason,
        coalesce(d.since, t.since, least(g.lacking_since, g.waiting_since)) as since
      from programme g
      join provider p on p.id = g.provider_id
      left join never_renewed n on n.provider = p.name
      left join lateness l on l.provider = p.name
      left join guarded d on d.provider_id = g.provider_id and d.cinema_id = g.cinema_id
      left join lateral (
        select s.reason, s.since from source_trouble s
        where s.provider_id = g.provider_id and (s.feed = g.feed or not exists (
          select from programme o where o.provider_id = s.provider_id and o.feed = s.feed))
        order by s.since, s.feed limit 1) t on true
      """
          .formatted(SourceStatement.LATE.toSeconds());

  private static final String IN_ORDER = " order by p.name";

  private static final List<String> COLUMNS =
      List.of(
          "cinema_id",
          "observed_at",
          "last_feed_at",
          "spoken_from",
          "spoken_until",
          "last_day",
          "offset_minutes",
          "late_after",
          "reason",
          "since");

  private SourceStatements() {}

  /// Takes one statement after the other; those of a cinema in the order of the providers' names.
  interface Taker {
    void take(String cinemaId, SourceStatement statement);
  }

  /// All of them.
  static void all(Connection connection, Taker taker) throws SQLException {
    read(connection, SELECT + IN_ORDER, taker);
  }

  /// The statements of some cinemas.
  ///
  /// @param ids that need no quoting (docs/api.md, "Identifiers")
  public static Map<String, List<SourceStatement>> of(Connection connection, Collection<String> ids)
      throws SQLException {
    Map<String, List<SourceStatement>> all = new HashMap<>();
    read(
        connection,
        SELECT + " where g.cinema_id = any('{%s}')".formatted(String.join(",", ids)) + IN_ORDER,
        (cinema, statement) -> all.computeIfAbsent(cinema, _ -> new ArrayList<>()).add(statement));
    return all;
  }

  private static void read(Connection connection, String query, Taker taker) throws SQLException {
    try (CopiedRows rows = CopiedRows.of(connection, COLUMNS, "from (" + query + ") s")) {
      for (NamedValues row = rows.next(); row != null; row = rows.next()) {
        taker.take(row.text("cinema_id"), statement(row));
      }
    }
  }

  private static SourceStatement statement(NamedValues row) throws SQLException {
    String lastDay = row.textOrNull("last_day");
    String offset = row.textOrNull("offset_minutes");
    String lateAfter = row.textOrNull("late_after");
    return new SourceStatement(
        row.instantOrNull("observed_at"),
        row.instant("last_feed_at"),
        row.instantOrNull("spoken_from"),
        row.instantOrNull("spoken_until"),
        lastDay == null ? null : LocalDate.parse(lastDay),
        lateAfter == null ? null : Duration.ofSeconds(Long.parseLong(lateAfter)),
        trouble(row.textOrNull("reason"), row.instantOrNull("since")),
        offset == null ? null : Integer.valueOf(offset));
  }

  private static @Nullable Trouble trouble(@Nullable String reason, @Nullable Instant since) {
    return reason == null || since == null
        ? null
        : new Trouble(Reason.valueOf(reason.toUpperCase(Locale.ROOT)), since);
  }
}
