package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.TestData;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.member.CinemaFile;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

/// Read = added + changed + unchanged + withdrawn + merged + held back + refused + left out, in
/// every report. The test counts by itself, for each kind, what the reader passed on and what is
/// stored.
@NullMarked
class AccountingTest {
  private static final Instant TAKEN = Instant.parse("2025-01-24T06:00:00Z");

  /// Each import compares its films with those of all providers before it.
  private static final int PROVIDERS_OF_A_WORLD = 12;

  /// An import costs a tenth of a second however small it is, so several files are one feed.
  private static final int VENUES_OF_A_FEED = 6;

  /// Those of a history that are read.
  private static final int VERSIONS = 3;

  /// One of so many is read.
  private static final int FEEDS_TO_ONE = 4;

  private World world = World.fresh();
  private int providers;

  @AfterEach
  void close() {
    world.close();
  }

  /// Passes on what another reader reads, and counts it.
  private static final class Counting implements FeedReader {
    private final FeedReader reader;
    final Map<Kind, Long> lines = new EnumMap<>(Kind.class);
    long unknown;

    Counting(FeedReader reader) {
      this.reader = reader;
    }

    @Override
    public String format() {
      return reader.format();
    }

    @Override
    public boolean isExact() {
      return reader.isExact();
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws IOException {
      lines.clear();
      unknown = 0;
      reader.read(
          source,
          new SinkFilter(sink) {
            @Override
            public void row(long line, FeedRow row) {
              count(
                  switch (row) {
                    case FeedRow.Valid(FeedRecord record) -> record.kind();
                    case FeedRow.RefusedLine refused -> refused.kind();
                    case FeedRow.LeftOut leftOut -> leftOut.kind();
                  });
              super.row(line, row);
            }
          });
    }

    private void count(@Nullable Kind kind) {
      if (kind == null) {
        unknown++;
      } else {
        lines.merge(kind, 1L, Long::sum);
      }
    }
  }

  private Report take(
      FeedReader reader,
      String provider,
      List<FeedSource.Part> parts,
      FeedRecord.@Nullable Cinema cinema,
      Instant taken) {
    Counting counting = new Counting(reader);
    Report report =
        world.take(counting, provider, Shrinking.REFUSED, parts, cinema, taken).report();
    String feed = reader.format() + " " + parts.getFirst().name();
    if (report.result() == Report.Result.REFUSED) {
      RowCounts.Counts all = report.rowCounts().total();
      assertThat(all.refused() + all.leftOut()).as(feed).isEqualTo(all.read());
    }
    for (Kind kind : Kind.values()) {
      assertThat(report.rowCounts().of(kind).read())
          .as(feed + " " + kind)
          .isEqualTo(counting.lines.getOrDefault(kind, 0L));
    }
    assertThat(report.rowCounts().unknown()).as(feed).isEqualTo(counting.unknown);
    return report;
  }

  /// The table of the provider's own records, published or not.
  private static String table(Kind kind) {
    return switch (kind) {
      case FILM, CINEMA -> kind.word() + "_source";
      case SHOWTIME -> "provider_showtime";
      case CHAIN, SCREEN -> kind.word();
    };
  }

  /// Imports the first feed of a provider: as many records are stored as were added, and as many
  /// wait as were held back.
  private Report takeFirst(
      FeedReader reader, List<FeedSource.Part> parts, FeedRecord.@Nullable Cinema cinema) {
    if (providers % PROVIDERS_OF_A_WORLD == 0) {
      world.close();
      world = World.fresh();
    }
    String provider = "provider " + ++providers;
    Report report = take(reader, provider, parts, cinema, TAKEN);
    for (Kind kind : List.of(Kind.SHOWTIME, Kind.FILM, Kind.CINEMA, Kind.CHAIN)) {
      String feed = reader.format() + " " + parts.getFirst().name() + " " + kind;
      RowCounts.Counts counts = report.rowCounts().of(kind);
      assertThat(count("select count(*) from %s t".formatted(table(kind)), provider))
          .as(feed)
          .isEqualTo(counts.added());
      assertThat(
              count(
                  "select count(*) from (select * from held_back where kind = '%s') t"
                      .formatted(kind.word()),
                  provider))
          .as(feed)
          .isEqualTo(counts.heldBack());
    }
    return report;
  }

  private long count(String select, String provider) {
    try (Connection connection = world.database().pool().getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                select + " join provider p on p.id = t.provider_id where p.name = ?")) {
      statement.setString(1, provider);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<FeedSource.Part> files(Path folder, String names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(
          files
              .filter(file -> file.getFileName().toString().matches(names))
              .filter(Files::isRegularFile)
              .sorted()
              .map(FilePart::new)
              .toList());
    }
  }

  private static FeedReader reader(String format) {
    return Formats.find(format).orElseThrow();
  }

  @Test
  void every_line_of_the_venue_files_is_accounted_for() throws IOException {
    Path folder = TestData.find("showtimes/clusterflick-transformed-derived");
    List<FeedSource.Part> venues = files(folder, "(?!schema).*\\.json");
    long performances = 0;
    // VenueFilesTest counts those of all.
    for (int first = 0; first < venues.size(); first += VENUES_OF_A_FEED * FEEDS_TO_ONE) {
      int end = Math.min(first + VENUES_OF_A_FEED, venues.size());
      Report report = takeFirst(reader("clusterflick"), venues.subList(first, end), REX);
      performances += report.rowCounts().of(Kind.SHOWTIME).read();
    }
    assertThat(performances).isGreaterThan(1000);
  }

  @Test
  void every_line_of_the_feeds_of_sites_is_accounted_for() throws IOException {
    Path venues = TestData.find("showtimes/clusterflick");
    int applied = 0;
    for (Path venue : folders(venues)) {
      for (Path folder : folders(venue)) {
        List<FeedSource.Part> parts = files(folder, "(?!index).*");
        if (!parts.isEmpty()) {
          Path cinema = venue.resolve("cinema.json");
          Report report =
              takeFirst(
                  FormatDetection.of(parts).reader(),
                  parts,
                  Files.exists(cinema) ? CinemaFile.read(cinema).cinema() : null);
          applied += report.result() == Report.Result.REFUSED ? 0 : 1;
        }
      }
    }
    assertThat(applied).isGreaterThanOrEqualTo(9);
  }

  private static List<Path> folders(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  @Test
  void every_line_of_single_files_is_accounted_for() throws IOException {
    for (String folder :
        List.of("cinemas", "chains", "films", "html", "showtimes/cinemashowtimes-json")) {
      for (FeedSource.Part file : files(TestData.find(folder), ".*\\.(json5?|csv|geojson|html)")) {
        FeedReader reader = FormatDetection.of(List.of(file)).reader();
        takeFirst(reader, List.of(file), folder.equals("html") ? REX : null);
      }
    }
  }

  @Test
  void every_line_of_the_first_versions_is_accounted_for() throws IOException {
    for (Path history : folders(TestData.find("history"))) {
      Instant taken = Instant.parse("2025-11-01T00:00:00Z");
      String provider = "history " + history.getFileName();
      String mapping =
          history.getFileName().toString().startsWith("dc-film") ? "dc-film" : "culture-calendar";
      List<FeedSource.Part> versions = files(history, ".*\\.json");
      for (FeedSource.Part file : versions.subList(0, Math.min(VERSIONS, versions.size()))) {
        taken = taken.plusSeconds(3600);
        Report report = take(reader(mapping), provider, List.of(file), null, taken);
        assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
      }
    }
  }

  /// The invented feeds of the repository have every known fault; then they are broken in random
  /// places.
  @Test
  void every_line_of_hostile_feeds_is_accounted_for() throws IOException {
    Random random = new Random(20260121);
    int applied = 0;
    for (Path format : folders(Repository.path("server/feeds/src/test/resources/feeds"))) {
      for (Path folder : folders(format)) {
        String name = format.getFileName().toString();
        FeedReader reader =
            Formats.find(name.equals("mapped") ? folder.getFileName().toString() : name)
                .orElse(null);
        List<FeedSource.Part> parts =
            files(folder, "(?!cinema\\.json|expected.*|notices.*|records.*|mapping.*).*");
        if (reader == null || parts.isEmpty()) {
          continue;
        }
        takeFirst(reader, parts, null);
        List<FeedSource.Part> broken = new ArrayList<>();
        for (FeedSource.Part part : parts) {
          broken.add(broken(part, random));
        }
        Report report = takeFirst(reader, broken, REX);
        applied += report.result() == Report.Result.REFUSED ? 0 : 1;
      }
    }
    assertThat(applied).isGreaterThan(30);
  }

  private static FeedSource.Part broken(FeedSource.Part part, Random random) throws IOException {
    byte[] bytes;
    try (InputStream in = part.open()) {
      bytes = in.readAllBytes();
    }
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) (' ' + random.nextInt(95));
    }
    return new BytesPart(part.name() + " with a fault", bytes);
  }
}
