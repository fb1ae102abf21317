package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.feed.ocapi.OcapiReader;

/// Real files: once its questions are answered, a proposed mapping reads the titles and starts that
/// the reader reads which was made for them; or a part is to be written by hand, and it says so.
@NullMarked
class RealFilesTest {
  /// As many files of a kind are read, from the first to the last: most differ in their day alone.
  private static final int READ = Rounds.of(3);

  /// Files of one kind.
  ///
  /// @param files a pattern of paths below the test data
  /// @param format the reader that is compared with
  /// @param venue whether a description of the venue goes with them
  /// @param open whether questions stay open: a part is to be written by hand
  /// @param answers to the questions
  record Kind(String files, String format, boolean venue, boolean open, List<String> answers) {
    @Override
    public String toString() {
      return files + " (" + format + ")";
    }
  }

  static List<Kind> kinds() {
    String venues = "showtimes/clusterflick/";
    String derived = "showtimes/clusterflick-transformed-derived/.*\\.json";
    String example = "showtimes/cinemashowtimes-json/CinemaShowtimes-full-example\\.json";
    String master = "showtimes/cinemashowtimes-json/venue-schedule-example\\.json";
    List<String> none = List.of();
    return List.of(
        new Kind(
            "history/dc-film(-outage|-empty)?/.*\\.json",
            "dc-film",
            false,
            false,
            List.of(
                "zone=America/New_York", "countryCode=US", "locality=", "postcode=", "dayEnds=")),
        new Kind(
            "history/culture-calendar/.*\\.json",
            "culture-calendar",
            false,
            false,
            List.of(
                "startsAt=screenings[].date+screenings[].time",
                "only=type:movie",
                "title=[].title",
                "cinema=[].venue",
                "cinemaId=[].venue",
                "zone=America/Chicago",
                "countryCode=US",
                "locality==Austin",
                "postcode=",
                "dayEnds=")),
        new Kind(venues + "(odeon|curzon)[^/]*/bodies/\\d+\\.json", "ocapi", false, true, none),
        new Kind(venues + "cineworld[^/]*/bodies/\\d+\\.json", "cineworld", false, true, none),
        new Kind(venues + "myvue[^/]*/manual/[^/]*", "vue", true, true, none),
        new Kind(venues + "everyman[^/]*/bodies/042\\.json", "everyman", false, true, none),
        new Kind(
            venues + "(riocinema|actonecinema)[^/]*/bodies/000\\.json", "indy", true, true, none),
        new Kind(derived, "clusterflick", true, false, List.of("startsAt=performances[].time")),
        new Kind(example, "cinemashowtimes", false, true, none),
        new Kind(master, "venuemaster", false, true, none));
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
  void a_file_is_read_as_its_reader_reads_it_or_asks(Kind kind) throws Exception {
    Path root = Objects.requireNonNull(TestData.find("FORMATS.md").getParent());
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files =
          all.filter(file -> root.relativize(file).toString().matches(kind.files()))
              .sorted()
              .toList();
    }
    assertThat(files).isNotEmpty();
    Set<String> told = new TreeSet<>();
    int count = Math.min(READ, files.size());
    for (Path file :
        IntStream.range(0, count).mapToObj(at -> files.get(at * files.size() / count)).toList()) {
      FeedRecord.@Nullable Cinema venue = venue(kind, file);
      FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, venue);
      Set<String> right = facts(Findings.of(reader(kind.format()), venue, source.parts()));
      if (right.isEmpty()) {
        continue;
      }
      StatedFields said = StatedFields.NONE;
      for (String each : kind.answers()) {
        said = said.with(each);
      }
      Proposal proposal = Proposal.of(source, said);
      if (!proposal.questions().isEmpty()) {
        told.addAll(proposal.questions().stream().map(Choice::line).toList());
        continue;
      }
      MappedReader proposed = MappedReader.of("proposed", proposal.mapping());
      assertThat(facts(Findings.of(proposed, venue, source.parts())))
          .as(file + "\n" + proposal.mapping())
          .isEqualTo(right);
    }
    if (kind.open()) {
      assertThat(told).isNotEmpty();
    } else {
      assertThat(told).isEmpty();
    }
  }

  private static FeedRecord.@Nullable Cinema venue(Kind kind, Path file) throws IOException {
    if (!kind.venue()) {
      return null;
    }
    Path described = file.resolve("../../cinema.json").normalize();
    return Files.exists(described)
        ? CinemaFile.read(described).cinema()
        : new FeedRecord.Cinema(
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
  }

  /// What a reading says: each title with its starts.
  private static Set<String> facts(Findings findings) {
    Map<String, String> titles = new HashMap<>();
    Set<String> facts = new TreeSet<>();
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Film film) {
        titles.put(film.externalId(), String.valueOf(film.title()));
      }
    }
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Showtime show) {
        // Some readers leave the year in a title.
        String title =
            titles
                .getOrDefault(show.film(), show.film())
                .replaceFirst(" \\(\\d{4}\\)$", "")
                .replaceFirst("^.*: ", "");
        facts.add(title + " at " + start(show.start()));
      }
    }
    return facts;
  }

  private static String start(FeedStart start) {
    return switch (start) {
      case FeedStart.Local(var time) -> time.toString();
      case FeedStart.Exact(var instant, _) ->
          instant.atZone(ZoneId.of("Europe/London")).toLocalDateTime().toString();
    };
  }
}
