package org.marquee.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.files.FolderTree;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.notice.Report;
import org.marquee.rig.Table;
import org.marquee.sample.BigFeed;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.postgresql.PGConnection;

/// Measures imports of 130,000 showtimes against a plain COPY of the same rows into the same
/// indexed table, by turns, in one process and on one server.
///
/// A round: import into an empty database, COPY of its rows into an empty table of another, import
/// of the same feed taken later, import of a feed of which a hundredth has changed. Each begins
/// after a checkpoint, so that none pays for what the one before has written.
final class ImportBench {
  private static final double CHANGED = 0.01;

  private final EmbeddedPostgres server;
  private final Path first;
  private final Path again;
  private final Path changed;
  private final Path rows;

  private final Timings copy = new Timings();
  private final Timings importFirst = new Timings();
  private final Timings importAgain = new Timings();
  private final Timings importChanged = new Timings();

  private ImportBench(EmbeddedPostgres server, Path folder) throws IOException {
    this.server = server;
    this.first = folder.resolve("first.ndjson");
    this.again = folder.resolve("again.ndjson");
    this.changed = folder.resolve("changed.ndjson");
    this.rows = folder.resolve("rows.tsv");
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    BigFeed.Size size = BigFeed.Size.national(LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(1));
    BigFeed.full(first, size, BigFeed.Round.FIRST, now.minus(Duration.ofMinutes(3)));
    BigFeed.full(again, size, BigFeed.Round.FIRST, now.minus(Duration.ofMinutes(2)));
    BigFeed.full(changed, size, new BigFeed.Round(1, CHANGED), now.minus(Duration.ofMinutes(1)));
  }

  static String measured(Options options) throws Exception {
    Path folder = Files.createTempDirectory("marquee-bench-");
    try (EmbeddedPostgres server = EmbeddedPostgres.join(folder)) {
      ImportBench bench = new ImportBench(server, folder);
      for (int round = 1; round <= options.rounds(); round++) {
        System.err.println("round " + round + " of " + options.rounds());
        bench.round();
      }
      return bench.table(options.rounds());
    } finally {
      FolderTree.delete(folder);
    }
  }

  private void round() throws Exception {
    create("imported");
    create("copied");
    try (Database database = open("imported")) {
      checkpoint();
      importFirst.time(() -> take(first, database));
    }
    if (!Files.exists(rows)) {
      produceRows();
    }
    open("copied").close();
    checkpoint();
    copy.time(this::copyRows);
    try (Database database = open("imported")) {
      checkpoint();
      importAgain.time(() -> take(again, database));
      checkpoint();
      importChanged.time(() -> take(changed, database));
    }
    drop("imported");
    drop("copied");
  }

  private Database open(String name) {
    Database.Address address = address(name);
    return Database.open(() -> address, Database.LONGEST_WAIT, Actor.here("bench"));
  }

  private static void take(Path feed, Database database) throws IOException {
    Report report =
        new Import(new PostgresLedger(database), InstantSource.system())
            .run(
                new Import.Order(
                    new MarqueeReader(),
                    new FeedSource(List.of(new FilePart(feed)), Instant.now(), null),
                    "bench",
                    new Rules.Normal(Rules.Shrinking.REFUSED, Rules.Effect.COMMIT)));
    if (report.result() != Report.Result.APPLIED) {
      throw new IllegalStateException("the feed was refused: " + report.refusal());
    }
  }

  private void produceRows() throws SQLException, IOException {
    try (Connection connection = connect("imported");
        OutputStream out = Files.newOutputStream(rows)) {
      connection.unwrap(PGConnection.class).getCopyAPI().copyOut("copy showtime to stdout", out);
    }
  }

  /// The same table, with all its indexes, as the migrations make it.
  private void copyRows() throws SQLException, IOException {
    try (Connection connection = connect("copied");
        InputStream in = Files.newInputStream(rows)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("copy showtime from stdin", in, 1 << 16);
    }
  }

  private String table(int rounds) throws SQLException {
    Table table =
        new Table(
            "130,000 showtimes", "first round", "median", "range", "ratio, first", "ratio, median");
    row(table, "plain COPY of the rows", copy);
    row(table, "first import", importFirst);
    row(table, "the same feed, taken later", importAgain);
    row(table, "one showtime of a hundred changed", importChanged);
    return "%s; %d rounds; heap of %d MiB%n%n"
            .formatted(
                version().replaceFirst(" on .*", ""),
                rounds,
                Runtime.getRuntime().maxMemory() >> 20)
        + table;
  }

  private void row(Table table, String name, Timings timings) {
    table.row(
        name,
        Timings.cell(timings.first()),
        Timings.cell(timings.median()),
        timings.range(),
        "%.2f".formatted(timings.first() / copy.first()),
        "%.2f".formatted(timings.median() / copy.median()));
  }

  private String version() throws SQLException {
    try (Connection connection = connect("postgres");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select version()")) {
      row.next();
      return row.getString(1);
    }
  }

  private void create(String database) throws SQLException {
    administer("create database " + database);
  }

  private void drop(String database) throws SQLException {
    administer("drop database " + database + " (force)");
  }

  private void checkpoint() throws SQLException {
    administer("checkpoint");
  }

  private void administer(String text) throws SQLException {
    try (Connection connection = connect("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private Connection connect(String database) throws SQLException {
    Database.Address address = address(database);
    return DriverManager.getConnection(address.url(), address.user(), address.password());
  }

  private Database.Address address(String database) {
    return new Database.Address(
        server.jdbcUrl().replaceFirst("/[^/?]+\\?", "/" + database + "?"),
        server.user(),
        server.password());
  }
}
