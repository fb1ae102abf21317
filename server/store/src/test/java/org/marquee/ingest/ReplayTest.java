package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.TestData;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FilePart;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.RowCounts;
import org.marquee.store.run.PostgresSources;

/// The versions of real feeds that were watched for a while, imported one after the other.
///
/// `feeds/replay-NAME.txt` has the result of each version: the counts of its showtimes, how many
/// are stored, which cinemas are guarded, and why.
@NullMarked
class ReplayTest {
  private static final DateTimeFormatter NAMED = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss");

  /// The versions of a history that are imported: a steady one goes on as it begins.
  private static final int MOST = 13;

  @TempDir Path folder;

  /// A showing as a visitor knows it.
  private record Showing(String cinema, String film, Instant startsAt) {}

  private record Version(String name, Path file, Instant taken) {}

  /// In the order of publication. Two of the folders were saved with clocks of different zones: a
  /// version that seems older than the one before it is five hours later.
  private static List<Version> versions(String name) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(TestData.find("history/" + name))) {
      files =
          all.filter(file -> file.getFileName().toString().endsWith(".json"))
              .sorted(Comparator.comparing(file -> file.getFileName().toString()))
              .toList();
    }
    List<Version> versions = new ArrayList<>();
    Instant last = Instant.MIN;
    for (Path file : files) {
      String called = file.getFileName().toString();
      Instant taken = LocalDateTime.parse(called.substring(3, 18), NAMED).toInstant(ZoneOffset.UTC);
      if (taken.isBefore(last)) {
        taken = taken.plusSeconds(5 * 3600);
      }
      last = taken;
      versions.add(new Version(called.substring(0, 18), file, taken));
    }
    return versions;
  }

  /// The mapping that comes with Marquee, with postcodes added as from a register: without them the
  /// cinemas would be held back.
  private FeedReader reader(String mapping) throws IOException {
    String text =
        Files.readString(
                Repository.path("server/feeds/src/main/resources/mappings/" + mapping + ".yaml"))
            .replaceAll("(?m)^ {6}(locality|postcode|address):.*\n", "")
            .replace(
                "      countryCode: {constant: US}\n",
                """
                      countryCode: {constant: US}
                      locality: {constant: Town}
                      postcode: {constant: "20001"}
                """);
    Path file = folder.resolve(mapping + ".yaml");
    Files.writeString(file, text);
    return MappedReader.of(file);
  }

  /// The result of the replay of one history.
  private final class Replay implements AutoCloseable {
    final World world = World.fresh();
    final StringBuilder told = new StringBuilder();
    final FeedReader reader;
    Map<String, Showtime> before = new HashMap<>();
    Set<String> everServed = new HashSet<>();

    Replay(String mapping) throws IOException {
      reader = reader(mapping);
    }

    World.Run take(Version version) {
      World.Run run =
          world.take(
              reader,
              World.PROVIDER,
              Shrinking.REFUSED,
              List.of(new FilePart(version.file())),
              null,
              version.taken());
      Map<String, Showtime> now = new HashMap<>();
      world.showtimes(1000).forEach(showtime -> now.put(showtime.id(), showtime));
      tell(version, run, now);
      hold(version, run, now);
      before = now;
      return run;
    }

    private void tell(Version version, World.Run run, Map<String, Showtime> now) {
      RowCounts.Counts shows = run.rowCounts().of(Kind.SHOWTIME);
      told.append(
          "%s: read %d = added %d + changed %d + unchanged %d + merged %d + refused %d + left out %d; withdrawn %d; stored %d, ahead %d%n"
              .formatted(
                  version.name(),
                  shows.read(),
                  shows.added(),
                  shows.changed(),
                  shows.unchanged(),
                  shows.merged(),
                  shows.refused(),
                  shows.leftOut(),
                  run.rowCounts().unlisted(Kind.SHOWTIME),
                  now.size(),
                  now.values().stream()
                      .filter(show -> !show.startsAt().isBefore(version.taken()))
                      .count()));
      for (Notices.Group group : run.report().notices()) {
        if (Set.of(Code.CINEMA_KEPT, Code.CINEMA_RECOVERED, Code.SHOWING_MOVED)
            .contains(group.code())) {
          for (Notice notice : group.examples()) {
            told.append("  %s %s: %s%n".formatted(group.code(), notice.read(), notice.detail()));
          }
        }
      }
    }

    /// What must hold for every version.
    private void hold(Version version, World.Run run, Map<String, Showtime> now) {
      Set<String> marked =
          new PostgresSources(world.database())
              .list().getFirst().guarded().stream()
                  .map(Sources.Guarded::cinema)
                  .collect(Collectors.toSet());
      Map<Showing, String> idsBefore = byShowing(before);
      Map<Showing, String> idsNow = byShowing(now);
      long gone = 0;
      for (Showtime showtime : before.values()) {
        if (now.containsKey(showtime.id())) {
          continue;
        }
        gone++;
        // Past showtimes and those of guarded cinemas stay.
        assertThat(showtime.startsAt()).as(version.name()).isAfterOrEqualTo(version.taken());
        assertThat(marked).as(version.name()).doesNotContain(showtime.cinemaId());
        // No showing is withdrawn and added under another id.
        assertThat(idsNow).doesNotContainKey(showing(showtime));
      }
      assertThat(gone).isEqualTo(run.rowCounts().unlisted(Kind.SHOWTIME));
      idsBefore.keySet().retainAll(idsNow.keySet());
      assertThat(idsNow).as(version.name()).containsAllEntriesOf(idsBefore);
      everServed.addAll(now.keySet());
    }

    private Map<Showing, String> byShowing(Map<String, Showtime> showtimes) {
      Map<Showing, String> ids = new HashMap<>();
      showtimes.values().forEach(showtime -> ids.put(showing(showtime), showtime.id()));
      return ids;
    }

    private final Map<String, String> titles = new TreeMap<>();

    private Showing showing(Showtime showtime) {
      String title =
          titles.computeIfAbsent(
              showtime.filmId(),
              id -> world.listings().findFilm(id).map(Film::title).orElseThrow());
      return new Showing(
          showtime.cinemaId(), title + " " + showtime.screenName(), showtime.startsAt());
    }

    List<String> marked() {
      return new PostgresSources(world.database())
          .list().getFirst().guarded().stream()
              .map(each -> each.name() + ": " + each.reason())
              .toList();
    }

    long ahead(String cinema, Instant from) {
      String id =
          world.listings().cinemas().stream()
              .filter(each -> each.name().equals(cinema))
              .map(Cinema::id)
              .findFirst()
              .orElseThrow();
      return before.values().stream()
          .filter(show -> show.cinemaId().equals(id) && !show.startsAt().isBefore(from))
          .count();
    }

    @Override
    public void close() {
      world.close();
    }
  }

  private void replay(String name, String mapping, Checks checks) throws IOException {
    try (Replay replay = new Replay(mapping)) {
      List<Version> versions = versions(name);
      for (Version version : versions.subList(0, Math.min(MOST, versions.size()))) {
        World.Run run = replay.take(version);
        checks.check(replay, version, run);
      }
      GoldenFile.compare(
          Repository.path("server/store/src/test/resources/feeds/replay-" + name + ".txt"),
          replay.told.toString());
    }
  }

  /// What must hold for single versions.
  private interface Checks {
    void check(Replay replay, Version version, World.Run run);
  }

  @Test
  void a_steady_source_withdraws_what_it_withdrew() throws IOException {
    replay("dc-film", "dc-film", (_, _, _) -> {});
  }

  @Test
  void an_outage_is_ridden_out() throws IOException {
    replay(
        "dc-film-outage",
        "dc-film",
        (replay, version, _) -> {
          if (version.name().startsWith("13")) {
            // Of the 307 that were listed before the source broke, those that are not past yet.
            assertThat(replay.ahead("AFI Silver", version.taken())).isGreaterThan(250);
            assertThat(replay.marked()).contains("AFI Silver: empty");
          }
        });
  }

  @Test
  void empty_feeds_between_good_ones_change_nothing() throws IOException {
    replay("dc-film-empty", "dc-film", (_, _, _) -> {});
  }

  @Test
  void a_calendar_that_renames_its_keys_keeps_its_showtimes() throws IOException {
    replay("culture-calendar", "culture-calendar", (_, _, _) -> {});
  }
}
