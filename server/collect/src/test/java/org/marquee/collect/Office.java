package org.marquee.collect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.marquee.collect.providers.FaultyConfig;
import org.marquee.collect.providers.ProvidersConfig;
import org.marquee.collect.providers.ProvidersFile;
import org.marquee.fetch.Fetcher;
import org.marquee.files.FolderTree;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.RunLog;
import org.marquee.ingest.World;
import org.marquee.notice.Report;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.EmptyDatabases;

/// A home and a database of a test's own, and a collector that fills them.
@NullMarked
final class Office implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final String CINEMA =
      """
      {"type":"cinema","externalId":"%1$s","name":"%1$s","timeZone":"Europe/London","location":\
      {"countryCode":"GB","locality":"Leeds","postcode":"LS1 1AA"}}\
      """;

  final Path home = folder();
  final Database database = EmptyDatabases.take();
  final World world = World.on(database);
  final RunLog logbook = new PostgresRunLog(database);

  /// The clock advances between the runs of a test, so that their times differ.
  final InstantSource clock =
      new InstantSource() {
        private Instant last = NOW;

        @Override
        public synchronized Instant instant() {
          last = last.plusMillis(1);
          return last;
        }
      };

  final Import imports = new Import(new PostgresLedger(database), clock);
  final Collector collector =
      new Collector(
          home,
          imports,
          logbook,
          clock,
          List.of(),
          Map.of("TOKEN", "secret"),
          new Fetcher(
              "marquee",
              Duration.ZERO,
              new Fetcher.Bounds(
                  Duration.ofSeconds(5),
                  Duration.ofSeconds(5),
                  Duration.ofSeconds(5),
                  2,
                  Duration.ofMillis(10),
                  5)));

  private static Path folder() {
    try {
      return Files.createTempDirectory("marquee-office-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes a file into the home, taken at `taken`.
  Path file(String name, String text, String taken) {
    try {
      Path file = home.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(Instant.parse(taken)));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ProvidersConfig plan(String yaml) {
    try {
      Path file = Files.writeString(home.resolve("providers.yaml"), yaml);
      return ProvidersFile.read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FaultyConfig e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /// Collects the first provider of a plan.
  List<Report> collect(String yaml) {
    return collect(yaml, Shrinking.REFUSED);
  }

  List<Report> collect(String yaml, Shrinking shrinking) {
    List<Report> reports = new ArrayList<>();
    try {
      collector.collect(
          plan(yaml).providers().getFirst(),
          new Collector.Manner(shrinking, () -> true, reports::add));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reports;
  }

  /// A native feed of one cinema and one film, with a showtime at each of `hours` of a future day.
  static String feed(String mode, String taken, String cinema, String... showtimes) {
    StringBuilder lines = new StringBuilder(World.header(mode, taken, "")).append('\n');
    lines.append(CINEMA.formatted(cinema)).append('\n');
    lines.append("{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}\n");
    for (String showtime : showtimes) {
      lines
          .append(
              "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"f\",\"cinema\":\"%s\",\"startsAt\":\"2026-04-01T%s:00Z\"}"
                  .formatted(cinema + '-' + showtime, cinema, showtime))
          .append('\n');
    }
    return lines.toString();
  }

  static String full(String taken, String... showtimes) {
    return feed("full", taken, "rex", showtimes);
  }

  @Override
  public void close() {
    collector.close();
    EmptyDatabases.giveBack(database);
    try {
      FolderTree.delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
