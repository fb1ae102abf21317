package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.TestData;
import org.marquee.app.Shell;
import org.marquee.feed.member.CinemaFile;
import org.marquee.matching.FilmSource;
import org.marquee.node.RunningService;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real programme of nine venues of a city: their 896 performances go in as files, by one
/// `collect`, and come back over HTTP. `ClusterflickReaderTest` reads those of the larger ones too.
@NullMarked
class VenueFilesTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Instant TAKEN = Instant.parse("2025-01-24T12:00:00Z");

  /// In bytes.
  private static final long LARGEST = 60_000;

  private static final ZoneId LONDON = ZoneId.of("Europe/London");

  @Test
  void every_performance_comes_back_with_its_instant_screen_and_attributes(@TempDir Path home)
      throws IOException {
    Map<String, List<String>> expected = prepare(home);
    TestDatabase database = MigratedDatabase.create();
    collect(new Shell(home, database));
    assertThat(home.resolve("reports").toFile().list((_, name) -> !name.startsWith(".")))
        .hasSize(2 * expected.size());
    try (RunningService service = RunningService.on(database)) {
      assertThat(served(service)).isEqualTo(expected);
    }
  }

  /// Puts the files and the register of the cinemas into the home.
  ///
  /// @return what each cinema shows, by its external id
  private static Map<String, List<String>> prepare(Path home) throws IOException {
    Path files = TestData.find("showtimes/clusterflick-transformed-derived");
    Path feeds = Files.createDirectories(home.resolve("feeds"));
    Path register = Files.createDirectories(home.resolve("register"));
    Map<String, List<String>> performances = new HashMap<>();
    try (Stream<Path> venues = Files.list(TestData.find("showtimes/clusterflick"))) {
      for (Path venue : venues.filter(each -> Files.exists(each.resolve("cinema.json"))).toList()) {
        String name = venue.getFileName() + ".json";
        if (Files.size(files.resolve(name)) > LARGEST) {
          continue;
        }
        Path cinema = Files.copy(venue.resolve("cinema.json"), register.resolve(name));
        Path file = Files.copy(files.resolve(name), feeds.resolve(name));
        Files.setLastModifiedTime(file, FileTime.from(TAKEN));
        performances.put(CinemaFile.read(cinema).cinema().externalId(), performances(file));
      }
    }
    Files.writeString(
        home.resolve("providers.yaml"),
        """
        providers:
          - name: clusterflick
            format: clusterflick
            files: feeds/*.json
            each: true
            cinema: register/{name}.json
        """);
    return performances;
  }

  private static void collect(Shell shell) {
    int read = 0;
    List<String> lines = shell.run("collect", "--json").succeeds().out().lines().toList();
    assertThat(lines).hasSize(9);
    for (String line : lines) {
      JsonNode report = JSON.readTree(line);
      assertThat(report.get("result").asString()).isEqualTo("applied");
      assertThat(report.at("/lines/total/refused").asInt()).isZero();
      read += report.at("/lines/showtime/read").asInt();
    }
    assertThat(read).isEqualTo(896);
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

  /// The showtimes of all cinemas from before the first performance to after the last, read by
  /// windows of 31 days.
  private static Map<String, List<String>> served(RunningService service) {
    Map<String, String> cinemas = new HashMap<>();
    for (JsonNode cinema : walk(service, "/v1/cinemas?limit=100")) {
      cinemas.put(cinema.get("id").asString(), cinema.at("/provenance/externalId").asString());
    }
    Map<String, String> titles = new HashMap<>();
    for (JsonNode film : walk(service, "/v1/films?limit=100")) {
      titles.put(film.get("id").asString(), film.get("title").asString());
    }
    Map<String, List<String>> served = new HashMap<>();
    Instant last = Instant.parse("2026-02-01T00:00:00Z");
    for (Instant from = Instant.parse("2025-01-01T00:00:00Z");
        from.isBefore(last);
        from = from.plus(Duration.ofDays(31))) {
      String window =
          "/v1/showtimes?limit=100&startsAfter="
              + from
              + "&startsBefore="
              + from.plus(Duration.ofDays(31));
      for (JsonNode showtime : walk(service, window)) {
        served
            .computeIfAbsent(
                cinemas.get(showtime.get("cinemaId").asString()), _ -> new ArrayList<>())
            .add(line(showtime, titles));
      }
    }
    served.values().forEach(each -> each.sort(null));
    return served;
  }

  private static String line(JsonNode showtime, Map<String, String> titles) {
    OffsetDateTime start = OffsetDateTime.parse(showtime.get("startsAt").asString());
    assertThat(start.getOffset())
        .as("the wall clock of London")
        .isEqualTo(LONDON.getRules().getOffset(start.toInstant()));
    TreeSet<String> attributes = new TreeSet<>();
    showtime.get("attributeIds").forEach(each -> attributes.add(each.asString()));
    return line(
        start.toInstant(),
        Objects.requireNonNull(titles.get(showtime.get("filmId").asString())),
        showtime.hasNonNull("screenName") ? showtime.get("screenName").asString() : null,
        attributes,
        showtime.get("bookingUrl").asString());
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
