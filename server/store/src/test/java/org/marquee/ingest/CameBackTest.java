package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.store.read.PostgresChangeFeed;

/// Followers that stop within a commit while its records are withdrawn and added again.
@NullMarked
class CameBackTest {
  private static final String SHOWTIME =
      """
      {"type":"showtime","externalId":"s%d","film":"f%d","cinema":"c%d","startsAt":"2027-01-15T19:00"}\
      """;

  private int minute;

  /// Two chains with a cinema each, and two films; without the first ones where not `whole`.
  private Map<String, ListedRecord> publish(World world, boolean whole) {
    return publish(world, 2, number -> whole || number == 2, "Halden");
  }

  /// @param cinemas how many
  /// @param whole whether the chain, the film and the showtime of a number are there
  /// @param chain how the names of chains begin
  private Map<String, ListedRecord> publish(
      World world, int cinemas, IntPredicate whole, String chain) {
    List<String> lines = new ArrayList<>();
    for (int number = 1; number <= cinemas; number++) {
      boolean there = whole.test(number);
      if (there) {
        lines.add(
            """
            {"type":"chain","externalId":"h%d","name":"%s %1$d"}\
            """
                .formatted(number, chain));
        lines.add(
            """
            {"type":"film","externalId":"f%d","title":"Part %1$d"}\
            """
                .formatted(number));
        lines.add(SHOWTIME.formatted(number, number, number));
      }
      lines.add(
          """
          {"type":"cinema","externalId":"c%d","name":"Rex %1$d"%s,"timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1A%3$s"}}\
          """
              .formatted(
                  number,
                  there ? ",\"chain\":\"h" + number + "\"" : "",
                  (char) ('A' + number - 1)));
      lines.add(SHOWTIME.formatted(number + 10, 2, number));
    }
    world.full("2026-03-01T00:%02d:00Z".formatted(minute++), lines.toArray(String[]::new));
    return CopyOfChanges.listed(world);
  }

  @Test
  void a_record_that_goes_and_comes_back_while_a_commit_is_read_is_sent_once_with_it()
      throws Exception {
    try (World world = World.fresh()) {
      ChangeFeed feed = new PostgresChangeFeed(world.database().pool());
      List<CopyOfChanges> copies = new ArrayList<>();
      for (int copy = 0; copy < 20; copy++) {
        copies.add(new CopyOfChanges(feed, world, EnumSet.allOf(Kind.class)));
      }
      // Each reads this many pages of one change after each import.
      Map<String, ListedRecord> now = publish(world, true);
      assertThat(now).hasSize(10);
      read(copies, 1, 10, now);
      read(copies, 3, 3, publish(world, false));
      read(copies, 5, 2, publish(world, true));
      read(copies, 7, 3, publish(world, false));
      now = publish(world, true);
      read(copies, 3, 4, now);
      for (CopyOfChanges each : copies) {
        each.follow(1, now);
        each.assertNoneToldTwice(world);
      }
    }
  }

  private static void read(
      List<CopyOfChanges> copies, int every, int most, Map<String, ListedRecord> now) {
    for (int copy = 0; copy < copies.size(); copy++) {
      copies.get(copy).follow(1, copy / every % most, now);
    }
  }
}
