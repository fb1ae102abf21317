package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.coverage.Coverage;
import org.marquee.coverage.SourceSpan;
import org.marquee.coverage.SourceStatement;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Point;
import org.marquee.listing.Timestamps;
import org.marquee.store.read.SourceStatements;
import org.marquee.store.sql.Sql;

/// How much is known of a day of a cinema, and what each provider says of it.
final class ExplainedDay {
  private ExplainedDay() {}

  static List<Entry> of(
      Connection connection, FoundRecord cinema, @Nullable LocalDate asked, Instant now)
      throws SQLException {
    String id = cinema.id();
    List<SourceStatement> statements =
        SourceStatements.of(connection, List.of(id)).getOrDefault(id, List.of());
    String zone = cinema.row().get("time_zone");
    ZoneId clock = zone == null ? SourceStatement.clock(statements) : ZoneId.of(zone);
    LocalDate date = asked == null ? BusinessDay.of(now, clock) : asked;
    Instant begin = BusinessDay.start(date, clock);
    Instant end = BusinessDay.end(date, clock);
    long showtimes =
        Sql.of(
                """
                select count(*) from showtime
                where cinema_id = :id and not hidden and starts_at >= :begin and starts_at < :end
                """)
            .bind("id", id)
            .bind("begin", begin)
            .bind("end", end)
            .number(connection);
    List<SourceSpan> spans = SourceSpan.of(statements, clock);
    List<Point> speakers = speakers(connection, id);
    List<Entry> entries = new ArrayList<>();
    Coverage whole = Coverage.of(spans, begin, end, () -> showtimes > 0, now);
    entries.add(
        entry(date.toString(), whole, List.of(new Point("showtimes", Long.toString(showtimes)))));
    for (int at = 0; at < spans.size(); at++) {
      SourceSpan span = spans.get(at);
      Coverage coverage = Coverage.of(List.of(span), begin, end, () -> false, now);
      entries.add(
          entry(speakers.get(at).about(), coverage, points(span, speakers.get(at).value())));
    }
    return entries;
  }

  /// The providers in the order of their statements, each with why the cinema keeps what it had;
  /// that is empty where it need not.
  private static List<Point> speakers(Connection connection, String cinema) throws SQLException {
    return Sql.of(
            """
            select p.name, case when d.reason is null then '' else format(
              '%s showtimes ahead; the last feed lists %s and lacks %s of them', d.stored, d.listed, d.gone) end as doubt
            from programme g join provider p on p.id = g.provider_id
            left join guarded d on d.provider_id = g.provider_id and d.cinema_id = g.cinema_id
            where g.cinema_id = :cinema order by p.name
            """)
        .bind("cinema", cinema)
        .list(connection, row -> new Point(row.getString("name"), row.getString("doubt")));
  }

  private static Entry entry(String about, Coverage coverage, List<Point> points) {
    return new Entry(about, coverage.state().word(), why(coverage), points, null);
  }

  private static String why(Coverage coverage) {
    return switch (coverage.reason()) {
      case null -> "the whole day is covered";
      case BEYOND_HORIZON -> "the programme ends at " + time(coverage.until());
      case SOURCE_LATE -> "no newer feed came; late since " + time(coverage.since());
      case SOURCE_SHRUNK -> "too little is listed to be believed since " + time(coverage.since());
      case SOURCE_FAILED -> "no feed could be read in full since " + time(coverage.since());
      case NO_SOURCE -> "no full feed covers this time";
    };
  }

  private static List<Point> points(SourceSpan span, String doubt) {
    SourceStatement statement = span.statement();
    List<Point> points = new ArrayList<>();
    points.add(new Point("covers from", time(span.first())));
    points.add(new Point("covers until", time(span.last())));
    points.add(new Point("last full feed", time(statement.observedAt())));
    points.add(new Point("last feed", time(statement.lastFeedAt())));
    if (statement.lateAfter() != null) {
      points.add(new Point("late from", time(statement.lastFeedAt().plus(statement.lateAfter()))));
    }
    if (!doubt.isEmpty()) {
      points.add(new Point("kept", doubt));
    }
    return points;
  }

  private static String time(@Nullable Instant time) {
    return time == null ? "not known" : Timestamps.write(time);
  }
}
