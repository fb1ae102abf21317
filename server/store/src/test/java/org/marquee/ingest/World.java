package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.Position;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.read.PublishedRecords;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.EmptyDatabases;
import org.marquee.store.sql.Sql;
import org.marquee.title.label.Vocabulary;

/// A database of a test's own, to import feeds into and to read from.
@NullMarked
public final class World implements AutoCloseable {
  public static final String PROVIDER = "tester";

  private final Database database;
  private final Consumer<Database> end;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final PublishedRecords listings;
  private final Import imports;

  private World(Database database, Consumer<Database> end) {
    this.database = database;
    this.end = end;
    this.listings = new PublishedRecords(database);
    this.imports = new Import(new PostgresLedger(database), InstantSource.system());
  }

  public static World fresh() {
    return new World(EmptyDatabases.take(), EmptyDatabases::giveBack);
  }

  /// On a database that is open already; closing this closes it.
  public static World on(Database database) {
    return new World(database, Database::close);
  }

  public Database database() {
    return database;
  }

  public PublishedRecords listings() {
    return listings;
  }

  /// The result of an import.
  public record Run(Report report) {
    public RowCounts rowCounts() {
      assertThat(report.result())
          .as(String.valueOf(report.refusal()))
          .isEqualTo(Report.Result.APPLIED);
      return report.rowCounts();
    }

    public Code refusal() {
      Notice refusal = report.refusal();
      if (refusal == null) {
        throw new AssertionError("the feed was imported");
      }
      return refusal.code();
    }

    public long count(Code code) {
      return report.notices().stream()
          .filter(group -> group.code() == code)
          .mapToLong(Notices.Group::count)
          .sum();
    }
  }

  /// Imports lines of the native format; the header is written for a feed taken at `observedAt`.
  public Run full(String observedAt, String... lines) {
    return take(header("full", observedAt, ""), lines);
  }

  public Run covering(String observedAt, String covers, String... lines) {
    return take(header("full", observedAt, ",\"covers\":" + covers), lines);
  }

  public Run delta(String observedAt, String... lines) {
    return take(header("delta", observedAt, ""), lines);
  }

  public static String header(String mode, String observedAt, String more) {
    return "{\"type\":\"feed\",\"version\":1,\"mode\":\"%s\",\"observedAt\":\"%s\"%s}"
        .formatted(mode, observedAt, more);
  }

  public Run take(String header, String... lines) {
    return take(
        PROVIDER, Shrinking.REFUSED, (header + "\n" + String.join("\n", lines)).getBytes(UTF_8));
  }

  public Run take(String provider, Shrinking shrinking, byte[] feed) {
    return take(new MarqueeReader(), provider, shrinking, List.of(part(feed)), null, Instant.now());
  }

  public Run take(
      FeedReader reader,
      String provider,
      Shrinking shrinking,
      List<FeedSource.Part> parts,
      FeedRecord.@Nullable Cinema cinema,
      Instant observedAt) {
    return take(reader, provider, shrinking, new FeedSource(parts, observedAt, cinema));
  }

  /// Imports a feed with the operator's text in place of missing postcodes.
  public Run take(String provider, @Nullable String missingPostcode, String feed) {
    return take(
        new MarqueeReader(),
        provider,
        Shrinking.REFUSED,
        new FeedSource(
            List.of(part(feed.getBytes(UTF_8))),
            Instant.now(),
            null,
            Vocabulary.BUILT_IN,
            missingPostcode == null
                ? StandIns.NONE
                : new StandIns(Map.of(StandIn.POSTCODE, missingPostcode))));
  }

  public Run take(FeedReader reader, String provider, Shrinking shrinking, FeedSource source) {
    try {
      return new Run(
          imports.run(
              new Import.Order(
                  reader, source, provider, new Rules.Normal(shrinking, Effect.COMMIT))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static FeedSource.Part part(byte[] bytes) {
    return new BytesPart("feed.ndjson", bytes);
  }

  /// Every showtime there is, in order, by pages of seven.
  public List<Showtime> showtimes() {
    return showtimes(7);
  }

  /// Every showtime there is, in order: month by month, since no window is longer.
  public List<Showtime> showtimes(int limit) {
    List<Showtime> all = new ArrayList<>();
    for (LocalDate month : months()) {
      Window window =
          new Window(
              month.atStartOfDay(ZoneOffset.UTC).toInstant(),
              month.plusMonths(1).atStartOfDay(ZoneOffset.UTC).toInstant());
      ShowtimeQuery query = new ShowtimeQuery(window, null, null, Attributes.NONE);
      Position.ByStart after = null;
      do {
        PublishedRecords.Page page = listings.showtimes(query, after, limit);
        all.addAll(page.records());
        after = page.next();
      } while (after != null);
    }
    return all;
  }

  /// The first days of the months that have showtimes.
  private List<LocalDate> months() {
    try (Connection connection = database.pool().getConnection()) {
      return Sql.of(
              "select distinct date_trunc('month', starts_at at time zone 'UTC')::date as month"
                  + " from showtime order by month")
          .list(connection, row -> row.getObject("month", LocalDate.class));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  public List<String> showtimeNames() {
    return showtimes().stream().map(showtime -> showtime.provenance().externalId()).toList();
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      end.accept(database);
    }
  }
}
