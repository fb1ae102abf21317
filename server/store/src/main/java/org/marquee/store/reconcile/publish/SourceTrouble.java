package org.marquee.store.reconcile.publish;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage.Reason;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// The table `source_trouble`: which feeds could not be downloaded, read or believed the last time.
/// Their earlier statements are doubted until they come again (docs/decisions/0050).
public final class SourceTrouble {
  private SourceTrouble() {}

  /// Whether a run failed, and that feed of the provider is not in the same trouble already.
  /// Nothing is, of a provider of which nothing is stored that could be doubted.
  public static boolean isNews(Connection connection, Report report) throws SQLException {
    Optional<Reason> reason = reason(report);
    return reason.isPresent()
        && Sql.of(
                    """
                    select count(*) from provider p where p.name = :provider and not exists (
                      select from source_trouble t
                      where t.provider_id = p.id and t.feed = :feed and t.reason = :reason)
                    """)
                .bind("provider", report.provider())
                .bind("feed", feed(report))
                .bind("reason", reason.get().word())
                .number(connection)
            > 0;
  }

  /// Notes a run that failed, as a revision of its own: answers change. The trouble is since the
  /// feed was taken that is not believed, or else since the run began that had none.
  public static long note(Connection connection, Report report) throws SQLException {
    return Revisions.change(
        connection,
        () ->
            Sql.of(
                    """
                    insert into source_trouble (provider_id, feed, reason, since)
                    select id, :feed, :reason, least(:taken::timestamptz, :began) from provider where name = :provider
                    on conflict (provider_id, feed) do update set reason = excluded.reason
                    """)
                .bind("provider", report.provider())
                .bind("feed", feed(report))
                .bind("reason", reason(report).orElseThrow().word())
                .bind("taken", report.observedAt())
                .bind("began", report.startedAt())
                .run(connection),
        _ -> true);
  }

  /// Why the provider's earlier statement is doubted; empty: it is not. An older feed changes
  /// nothing against the newer one that is stored.
  private static Optional<Reason> reason(Report report) {
    @Nullable Notice refusal = report.refusal();
    Code code = refusal == null ? null : refusal.code();
    return switch (report.result()) {
      case FAILED -> Optional.of(Reason.SOURCE_FAILED);
      case REFUSED ->
          code == Code.FEED_SHRUNK
              ? Optional.of(Reason.SOURCE_SHRUNK)
              : code == Code.FEED_OLDER ? Optional.empty() : Optional.of(Reason.SOURCE_FAILED);
      case APPLIED, DRY_RUN -> Optional.empty();
    };
  }

  private static String feed(Report report) {
    return report.files().isEmpty() ? "" : report.files().getFirst().name();
  }

  /// Forgets the trouble of a full feed that was applied, and that of feeds which no cinema is
  /// known to be of: their names change from time to time, so this may be the same. A delta does
  /// not bring again what was lost. A feed of whose showtimes none is published is no better than
  /// one that cannot be read.
  public static void settle(ImportSql sql) throws SQLException {
    if (sql.feed().name().isEmpty()) {
      return;
    }
    boolean useless = sql.count(Kind.SHOWTIME).outcome().isNothingPublished();
    sql.statement(
            """
            delete from source_trouble t where t.provider_id = :provider and :full and case when t.feed = :feed then not :useless
              else not exists (select from programme g where g.provider_id = :provider and g.feed = t.feed) end
            """)
        .bind("feed", sql.feed().name())
        .bind("useless", useless)
        .bind("full", sql.scope().full())
        .run(sql.connection());
    if (useless) {
      sql.statement(
              """
              insert into source_trouble (provider_id, feed, reason, since)
              values (:provider, :feed, :reason, :taken::timestamptz)
              on conflict (provider_id, feed) do update set reason = excluded.reason
              """)
          .bind("feed", sql.feed().name())
          .bind("reason", Reason.SOURCE_FAILED.word())
          .run(sql.connection());
    }
  }

  /// Forgets the troubles of a provider's feeds of which no run is remembered that failed last, and
  /// says whether there were any.
  public static boolean forget(Connection connection, String provider) throws SQLException {
    return Sql.of(
                """
                delete from source_trouble t using provider p
                where p.id = t.provider_id and p.name = :provider and coalesce((
                  select r.outcome from run r
                  where r.provider = p.name and coalesce(r.report #>> '{files,0,name}', '') = t.feed
                  order by r.started_at desc, r.id desc limit 1), '') not in ('refused', 'failed')
                """)
            .bind("provider", provider)
            .run(connection)
        > 0;
  }
}
