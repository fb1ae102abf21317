package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.TestData;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FilePart;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.BusinessDay;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Coverage.Reason;
import org.marquee.listing.Coverage.State;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.notice.Report;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The coverage that callers see while a real source breaks: imports its feeds in turn, each at its
/// time.
@NullMarked
class RealOutagesTest {
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final int DAYS = 7;

  /// When a version was written, in the name of its file.
  private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

  private final FeedReader reader = MappedReader.ready("dc-film");

  @Test
  void a_source_that_breaks_is_doubted_until_it_is_whole_again() throws IOException {
    assertThat(replay("history/dc-film-outage")).contains(Reason.SOURCE_SHRUNK);
  }

  @Test
  void a_source_that_is_empty_now_and_then_is_doubted_until_it_is_whole_again() throws IOException {
    assertThat(replay("history/dc-film-empty")).contains(Reason.SOURCE_SHRUNK);
  }

  /// Imports each version, then checks the next days of all cinemas.
  ///
  /// @return the reasons for days without full coverage
  private Set<Reason> replay(String history) throws IOException {
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    Instant now = Instant.EPOCH;
    try (World world = World.fresh();
        Stream<Path> files = Files.list(TestData.find(history))) {
      for (Path file : files.sorted().toList()) {
        JsonNode feed = JsonMapper.shared().readTree(Files.readString(file));
        String name = file.getFileName().toString();
        Instant taken =
            LocalDateTime.parse(name.substring(3, 18), WRITTEN).toInstant(ZoneOffset.UTC);
        now = taken.isAfter(now) ? taken : now.plusSeconds(60);
        Report report =
            world
                .take(reader, "dc", Shrinking.REFUSED, List.of(new FilePart(file)), null, now)
                .report();
        look(world, feed, report, now.plus(Duration.ofMinutes(1)), reasons);
      }
    }
    return reasons;
  }

  private static void look(
      World world, JsonNode feed, Report report, Instant now, Set<Reason> reasons) {
    Set<String> listed = new HashSet<>();
    feed.get("screenings")
        .forEach(each ->
            listed.add(each.get("venue").asString().strip() + " " + each.get("date").asString()));
    for (ProgrammeEntry entry : programmes(world, now)) {
      for (ProgrammeEntry.Day day : entry.days()) {
        Coverage coverage = day.coverage();
        if (coverage.reason() != null) {
          reasons.add(coverage.reason());
        }
        boolean complete = coverage.state() == State.COMPLETE;
        String what = entry.cinema().name() + " " + day.date() + " " + report.result() + coverage;
        if (report.result() == Report.Result.REFUSED) {
          assertThat(complete).as(what).isFalse();
          assertThat(coverage.reason()).as(what).isNotNull();
        } else if (day.films().isEmpty() && complete) {
          assertThat(listed).as(what).doesNotContain(entry.cinema().name() + " " + day.date());
        } else if (coverage.state() == State.UNKNOWN) {
          assertThat(day.films()).as(what).isEmpty();
        }
      }
    }
  }

  private static List<ProgrammeEntry> programmes(World world, Instant now) {
    List<String> ids =
        new ArrayList<>(world.listings().cinemas().stream().map(Cinema::id).toList());
    if (ids.isEmpty()) {
      return List.of();
    }
    LocalDate today = BusinessDay.of(now, ZONE);
    return world
        .listings()
        .programmes(
            new ProgrammeQuery(
                new ProgrammeQuery.Place.Named(ids), null, null, Attributes.NONE, today, DAYS),
            null,
            50,
            now)
        .cinemas();
  }
}
