package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.TestData;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.feed.ocapi.OcapiReader;

/// How many corrections each real file needs until its proposed mapping reads what the reader that
/// was made for it reads: titles, starts, cinemas, screens and booking addresses.
@NullMarked
class RealFilesTest {
  /// More than these are too many.
  private static final int MOST = 3;

  /// As many files of a kind are read, from the first to the last: most differ in their day alone.
  private static final int READ = Rounds.of(5);

  /// Files of one kind.
  ///
  /// @param files a pattern of paths below the test data
  /// @param format the reader that is compared with
  /// @param cinema where the description of the venue lies beside them; empty where they name it
  /// @param unread what no mapping of one file reads: facts that only another file has, or that the
  ///   reader knows by itself
  record Kind(String files, String format, String cinema, String unread, List<String> corrections) {
    @Override
    public String toString() {
      return files + " (" + format + ")";
    }
  }

  /// The table: what each kind of file has to be corrected in.
  static List<Kind> kinds() {
    String venues = "showtimes/clusterflick/";
    return List.of(
        new Kind(
            "history/dc-film(-outage|-empty)?/.*\\.json",
            "dc-film",
            "",
            "place",
            List.of("zone=America/New_York")),
        new Kind("history/culture-calendar/.*\\.json", "culture-calendar", "", "", List.of()),
        new Kind(venues + "(odeon|curzon)[^/]*/bodies/\\d+\\.json", "ocapi", "", "town", List.of()),
        new Kind(venues + "cineworld[^/]*/bodies/\\d+\\.json", "cineworld", "", "", List.of()),
        new Kind(venues + "myvue[^/]*/manual/[^/]*", "vue", "cinema.json", "", List.of()),
        new Kind(venues + "everyman[^/]*/bodies/042\\.json", "everyman", "", "", List.of()),
        new Kind(
            venues + "(riocinema|actonecinema)[^/]*/bodies/000\\.json",
            "indy",
            "cinema.json",
            "",
            List.of()),
        new Kind(
            "showtimes/clusterflick-transformed-derived/.*\\.json",
            "clusterflick",
            "any",
            "",
            List.of()),
        new Kind(
            "showtimes/cinemashowtimes-json/CinemaShowtimes-full-example\\.json",
            "cinemashowtimes",
            "",
            "",
            List.of()),
        new Kind(
            "showtimes/cinemashowtimes-json/venue-schedule-example\\.json",
            "venuemaster",
            "",
            "",
            List.of("title=Movie_Memo_Title", "zone=Australia/Melbourne")),
        new Kind("cinemas/cnc.*\\.csv", "cnc-cinemas", "", "", List.of("only=genre:FIXE")),
        new Kind("cinemas/osm.*\\.geojson", "osm-cinemas", "", "", List.of()));
  }

  private static FeedReader reader(String format) {
    return switch (format) {
      case "ocapi" -> new OcapiReader();
      case "clusterflick" -> new ClusterflickReader();
      default -> MappedReader.ready(format);
    };
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_file_needs_at_most_three_corrections(Kind kind) throws Exception {
    Path root = Objects.requireNonNull(TestData.find("FORMATS.md").getParent());
    assertThat(kind.corrections()).hasSizeLessThanOrEqualTo(MOST);
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files =
          all.filter(file -> root.relativize(file).toString().matches(kind.files()))
              .sorted()
              .toList();
    }
    assertThat(files).isNotEmpty();
    int compared = 0;
    StringBuilder wrong = new StringBuilder();
    int count = Math.min(READ, files.size());
    for (Path file :
        IntStream.range(0, count).mapToObj(at -> files.get(at * files.size() / count)).toList()) {
      FeedRecord.@Nullable Cinema venue = venue(kind, file);
      Findings right = Findings.of(reader(kind.format()), venue, List.of(new FilePart(file)));
      Map<String, String> wanted = facts(right, kind);
      if (wanted.isEmpty()) {
        continue;
      }
      compared++;
      Corrections said = Corrections.NONE;
      for (String each : kind.corrections()) {
        said = said.with(each);
      }
      FeedSource.Part part = new FilePart(file);
      Proposal proposal = Proposal.of(part, said, venue);
      if (proposal.mapping().isEmpty()) {
        wrong.append(file.getFileName()).append(": nothing proposed\n");
        continue;
      }
      Findings read =
          Findings.of(MappedReader.of("proposed", proposal.mapping()), venue, List.of(part));
      String difference = difference(wanted, facts(read, kind));
      if (!difference.isEmpty() && wrong.length() < 2500) {
        wrong.append(file.getFileName()).append(": ").append(difference).append('\n');
      }
    }
    assertThat(wrong.toString()).isEmpty();
    assertThat(compared).isPositive();
  }

  private static FeedRecord.@Nullable Cinema venue(Kind kind, Path file) throws IOException {
    return switch (kind.cinema()) {
      case "" -> null;
      case "any" ->
          new FeedRecord.Cinema(
              "venue",
              "Venue",
              null,
              "Europe/London",
              "GB",
              "London",
              "E1 1AA",
              null,
              null,
              null,
              null);
      default -> CinemaFile.read(file.resolve("../..").normalize().resolve(kind.cinema())).cinema();
    };
  }

  /// What a reading says, by showing or cinema.
  private static Map<String, String> facts(Findings findings, Kind kind) {
    Map<String, String> titles = new HashMap<>();
    Map<String, String> zones = new HashMap<>();
    Map<String, String> facts = new HashMap<>();
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Film film) {
        titles.put(film.externalId(), String.valueOf(film.title()));
      } else if (record instanceof FeedRecord.Cinema cinema) {
        zones.put(cinema.externalId(), String.valueOf(cinema.timeZone()));
      }
    }
    for (FeedRecord record : findings.records) {
      switch (record) {
        case FeedRecord.Showtime show -> {
          FeedRecord.ScreenSeen screen = show.screen();
          // Some readers leave the year in a title.
          String title =
              titles.getOrDefault(show.film(), show.film()).replaceFirst(" \\(\\d{4}\\)$", "");
          facts.merge(
              title
                  + " at "
                  + start(show.start(), zones.get(show.cinema()))
                  + " in "
                  + show.cinema(),
              (screen == null
                      ? ""
                      : screen.externalId() == null ? screen.name() : screen.externalId())
                  + " "
                  + show.bookingUrl(),
              (one, other) -> one.compareTo(other) < 0 ? one + "," + other : other + "," + one);
        }
        case FeedRecord.Cinema cinema -> {
          String key = "cinema " + cinema.externalId() + " ";
          put(facts, key + "name", cinema.name());
          put(facts, key + "zone", cinema.timeZone());
          put(facts, key + "country", cinema.countryCode());
          put(facts, key + "position", cinema.latitude() + " " + cinema.longitude());
          if (kind.unread().isEmpty()) {
            put(facts, key + "town", cinema.locality());
          }
          if (!kind.unread().equals("place")) {
            put(facts, key + "postcode", cinema.postcode());
          }
        }
        default -> {}
      }
    }
    return facts;
  }

  private static void put(Map<String, String> facts, String key, @Nullable Object value) {
    if (value != null) {
      facts.put(key, value.toString());
    }
  }

  private static String start(Start start, @Nullable String zone) {
    return switch (start) {
      case Start.Local(var time) -> time.toString();
      case Start.Exact(var instant, _) ->
          zone == null || zone.equals("null")
              ? instant.toString()
              : instant.atZone(ZoneId.of(zone)).toLocalDateTime().toString();
    };
  }

  private static String difference(Map<String, String> wanted, Map<String, String> read) {
    if (wanted.equals(read)) {
      return "";
    }
    TreeSet<String> missing = new TreeSet<>();
    wanted.forEach((key, value) -> {
      if (!value.equals(read.get(key))) {
        missing.add(key + " = " + value + (read.containsKey(key) ? ", not " + read.get(key) : ""));
      }
    });
    TreeSet<String> more = new TreeSet<>(read.keySet());
    more.removeAll(wanted.keySet());
    // A proposal may know more of a cinema than the reader does.
    more.removeIf(key -> key.startsWith("cinema "));
    if (missing.isEmpty() && more.isEmpty()) {
      return "";
    }
    return wanted.size()
        + " wanted; "
        + missing.size()
        + " missing, as "
        + missing.stream().limit(2).toList()
        + "; "
        + more.size()
        + " more, as "
        + more.stream().limit(2).toList();
  }
}
