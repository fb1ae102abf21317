package org.marquee.store.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.notice.KeptReports;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Keeps reports of checks in the table `kept_report`, compressed.
public final class PostgresKeptReports implements KeptReports {
  private static final Duration KEPT = Duration.ofDays(7);

  /// The size of all of them together.
  private static final long MOST_BYTES = 1L << 30;

  private final Database database;
  private final long most;

  public PostgresKeptReports(Database database) {
    this(database, MOST_BYTES);
  }

  /// @param most bytes of all reports together
  PostgresKeptReports(Database database, long most) {
    this.database = database;
    this.most = most;
  }

  /// Makes room by forgetting the oldest.
  @Override
  public void keep(String id, byte[] page) {
    byte[] packed = packed(page);
    ask(connection -> {
      clean(connection, Instant.now());
      Sql.of(
              """
              delete from kept_report where id in (
                select id from (
                  select id, sum(octet_length(page)) over (order by made_at desc, id) as bytes
                  from kept_report) newest
                where bytes > :room)
              """)
          .bind("room", most - packed.length)
          .run(connection);
      return Sql.of("insert into kept_report (id, page) values (:id, :page)")
          .bind("id", id)
          .bind("page", packed)
          .run(connection);
    });
  }

  @Override
  public Optional<byte[]> find(String id) {
    return ask(connection ->
            Sql.of("select page from kept_report where id = :id and made_at > :after")
                .bind("id", id)
                .bind("after", Instant.now().minus(KEPT))
                .first(connection, row -> row.getBytes("page")))
        .map(PostgresKeptReports::unpacked);
  }

  static long clean(Connection connection, Instant now) throws SQLException {
    return Sql.of("delete from kept_report where made_at < :before")
        .bind("before", now.minus(KEPT))
        .run(connection);
  }

  private <T> T ask(Work<T> work) {
    return Work.on(
        database.pool()::getConnection,
        e -> new ListingsUnavailable("reports cannot be kept: " + Outage.why(e), e),
        work);
  }

  private static byte[] packed(byte[] page) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] unpacked(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
