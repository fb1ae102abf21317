package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.TestData;
import org.marquee.app.RunningService;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.matching.FilmSource;
import org.marquee.notice.Report;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real programme of a city: 22 venues and their 5,039 performances go in as files and come
/// back over HTTP.
@NullMarked
class VenueFilesTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Instant TAKEN = Instant.parse("2025-01-24T12:00:00Z");
  private static final ZoneId LONDON = ZoneId.of("Europe/London");

  @Test
  void every_performance_comes_back_with_its_instant_screen_and_attributes() throws IOException {
    Path venues = TestData.find("showtimes/clusterflick");
    Path files = TestData.find("showtimes/clusterflick-transformed-derived");
    int performances = 0;
    try (RunningService service = RunningService.start();
        Stream<Path> folders = Files.list(venues)) {
      for (Path folder : folders.sorted().toList()) {
        Path cinema = folder.resolve("cinema.json");
        if (Files.exists(cinema)) {
          Path file = files.resolve(folder.getFileName() + ".json");
          take(service, cinema, file);
          service.awaitNews();
          List<String> expected = performances(file);
          assertThat(served(service, CinemaFile.read(cinema).cinema().externalId()))
              .as(folder.getFileName().toString())
              .isEqualTo(expected);
          performances += expected.size();
        }
      }
    }
    assertThat(performances).isEqualTo(5039);
  }

  private static void take(RunningService service, Path cinema, Path file) throws IOException {
    Report report =
        new Import(new PostgresLedger(service.database()), InstantSource.system())
            .run(
                new Import.Order(
                    new ClusterflickReader(),
                    new FeedSource(
                        List.of(new FilePart(file)), TAKEN, CinemaFile.read(cinema).cinema()),
                    "clusterflick",
                    new Rules.Normal(Rules.Shrinking.REFUSED, Rules.Effect.COMMIT)));
    assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(report.rowCounts().total().refused()).isZero();
  }

  /// What the file says, a line a performance, sorted; `TitlesTest` checks its titles.
  private static List<String> performances(Path file) throws IOException {
    List<String> all = new ArrayList<>();
    JsonNode films = JSON.readTree(Files.readString(file));
    Set<String> names = new HashSet<>();
    films.forEach(film -> names.add(name(Titles.clean(film.get("title").asString()).title())));
    for (JsonNode film : films) {
      ParsedTitle titled = Titles.clean(film.get("title").asString());
      for (JsonNode performance : film.get("performances")) {
        JsonNode flags = performance.get("accessibility");
        TreeSet<String> attributes = new TreeSet<>();
        titled.attributes().list().forEach(each -> attributes.add(each.id()));
        for (String flag : List.of("audioDescription", "relaxed", "subtitled", "hardOfHearing")) {
          if (flags.path(flag).asBoolean(false)) {
            attributes.add(
                switch (flag) {
                  case "audioDescription" -> "audio-described";
                  case "relaxed" -> "relaxed";
                  default -> "subtitled";
                });
          }
        }
        all.add(
            line(
                Instant.ofEpochMilli(performance.get("time").asLong()),
                withoutSeries(titled.title(), names),
                performance.hasNonNull("screen") ? performance.get("screen").asString() : null,
                attributes,
                performance.get("bookingUrl").asString()));
      }
    }
    all.sort(null);
    return all;
  }

  /// The film of a series that names it, as `Carers Club: The Brutalist`, where another row of the
  /// file lists the film by itself (docs/feeds.md).
  private static String withoutSeries(String title, Set<String> names) {
    int colon = title.indexOf(": ");
    String film = colon < 0 ? "" : title.substring(colon + 2);
    return !film.isEmpty() && names.contains(name(film)) ? film : title;
  }

  private static String name(String title) {
    return FilmSource.Title.of(title).name();
  }

  private static String line(
      Instant start,
      String title,
      @Nullable String screen,
      SortedSet<String> attributes,
      String bookingUrl) {
    // Venues write the title of a film in several ways; one of them is served.
    return String.join(
        " | ",
        start.toString(),
        name(title).replace("the colors within", "the colours within"),
        screen == null ? "-" : screen,
        String.join(",", attributes),
        bookingUrl);
  }

  /// The showtimes of a cinema from before the first performance to after the last, read by windows
  /// of 31 days.
  private static List<String> served(RunningService service, String externalId) {
    String id = cinemaId(service, externalId);
    List<String> all = new ArrayList<>();
    Instant last = Instant.parse("2026-02-01T00:00:00Z");
    for (Instant from = Instant.parse("2025-01-01T00:00:00Z");
        from.isBefore(last);
        from = from.plus(Duration.ofDays(31))) {
      String window =
          "/v1/showtimes?limit=100&cinemaId="
              + id
              + "&startsAfter="
              + from
              + "&startsBefore="
              + from.plus(Duration.ofDays(31));
      for (JsonNode showtime : walk(service, window)) {
        all.add(line(service, showtime));
      }
    }
    all.sort(null);
    return all;
  }

  private static String line(RunningService service, JsonNode showtime) {
    OffsetDateTime start = OffsetDateTime.parse(showtime.get("startsAt").asString());
    assertThat(start.getOffset())
        .as("the wall clock of London")
        .isEqualTo(LONDON.getRules().getOffset(start.toInstant()));
    TreeSet<String> attributes = new TreeSet<>();
    showtime.get("attributeIds").forEach(each -> attributes.add(each.asString()));
    return line(
        start.toInstant(),
        title(service, showtime.get("filmId").asString()),
        showtime.hasNonNull("screenName") ? showtime.get("screenName").asString() : null,
        attributes,
        showtime.get("bookingUrl").asString());
  }

  private static final Map<String, String> TITLES = new HashMap<>();

  private static String title(RunningService service, String filmId) {
    return TITLES.computeIfAbsent(
        filmId,
        id -> JSON.readTree(service.get("/v1/films/" + id).body()).at("/data/title").asString());
  }

  private static String cinemaId(RunningService service, String externalId) {
    return walk(service, "/v1/cinemas?limit=100").stream()
        .filter(cinema -> cinema.at("/provenance/externalId").asString().equals(externalId))
        .map(cinema -> cinema.get("id").asString())
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> walk(RunningService service, String target) {
    List<JsonNode> all = new ArrayList<>();
    String next = target;
    while (true) {
      JsonNode page = JSON.readTree(service.get(next).body());
      page.get("data").forEach(all::add);
      if (!page.at("/pagination/hasMore").asBoolean()) {
        return all;
      }
      next =
          target
              + "&cursor="
              + URLEncoder.encode(
                  page.at("/pagination/nextCursor").asString(), StandardCharsets.UTF_8);
    }
  }
}
