package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FolderTree;
import org.marquee.rig.Product;
import org.marquee.sample.BigFeed;

/// A home with so many showtimes from today on, and a key without a limit to read them with. Made
/// with the program's own commands, once a day; its database runs while it is open.
final class Home implements AutoCloseable {
  private static final Path HOMES = Path.of("bench", "target", "homes").toAbsolutePath();

  private final Path folder;
  private final int showtimes;
  private final EmbeddedPostgres database;

  private Home(Path folder, int showtimes, EmbeddedPostgres database) {
    this.folder = folder;
    this.showtimes = showtimes;
    this.database = database;
  }

  static Home open(int showtimes) throws Exception {
    Path folder = HOMES.resolve(showtimes + "-" + Feed.from());
    boolean made = Files.exists(key(folder));
    if (!made) {
      removeStale(folder);
    }
    Home home = new Home(folder, showtimes, EmbeddedPostgres.join(folder));
    if (!made) {
      home.fill();
    }
    return home;
  }

  /// Those of other days, and one that was not finished.
  private static void removeStale(Path folder) throws IOException {
    Files.createDirectories(HOMES);
    try (Stream<Path> homes = Files.list(HOMES)) {
      for (Path home : homes.toList()) {
        if (home.equals(folder) || !home.toString().endsWith(Feed.from().toString())) {
          FolderTree.delete(home);
        }
      }
    }
  }

  private void fill() throws Exception {
    System.err.println("making a home with " + showtimes + " showtimes…");
    Path feed = feed(BigFeed.Round.FIRST);
    long start = System.nanoTime();
    take(feed);
    System.err.printf("imported in %.0f s%n", (System.nanoTime() - start) / 1e9);
    Files.delete(feed);
    // Does the work of autovacuum before the measurements.
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum analyze");
      statement.execute("checkpoint");
    }
    Files.writeString(key(folder), Product.here().organization(where()));
  }

  /// Writes a feed as of a round, in a folder that goes with the home.
  Path feed(BigFeed.Round round) throws IOException {
    Path feed = folder.resolve("feed-%d.ndjson".formatted(round.number()));
    Feed.write(feed, showtimes, round);
    return feed;
  }

  /// Writes a feed that changes one film, another time with each round.
  Path film(int round) throws IOException {
    Path feed = folder.resolve("film-%d.ndjson".formatted(round));
    Feed.writeFilm(feed, round);
    return feed;
  }

  /// Imports a feed, as the command does.
  void take(Path feed) throws IOException, InterruptedException {
    Product.here().ingest(where(), feed);
  }

  private static Path key(Path folder) {
    return folder.resolve("rig.key");
  }

  /// The key to read with.
  String key() throws IOException {
    return Files.readString(key(folder));
  }

  Path folder() {
    return folder;
  }

  /// As the product's commands take it.
  Product.Where where() {
    return new Product.Where(folder, "");
  }

  int showtimes() {
    return showtimes;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
  }

  /// The process of the database that the others come from.
  long postmaster() throws IOException {
    return Long.parseLong(
        Files.readAllLines(folder.resolve("pgdata-18/postmaster.pid")).getFirst());
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
