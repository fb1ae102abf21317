package org.marquee.ingest;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.sql.RanPlans;

/// A follower who is many commits behind: a page costs what a page has, however much was logged.
@NullMarked
class FollowerBehindTest {
  private static final int COMMITS = Rounds.of(20);
  private static final int SHOWTIMES = 150;
  private static final int PAGE = 50;

  /// Rows that a step of a plan may touch, for each change of a page: some plans count the dead
  /// ones that each commit leaves.
  private static final long TIMES = COMMITS + 10;

  private final Set<RanPlans.Step> costly = new HashSet<>();
  private int minute;

  /// Of each three showtimes one is there always and changes, one goes and comes back, as the chain
  /// does, and one comes, changes, and goes with its film.
  private void publish(World world, int commit) {
    List<String> lines = new ArrayList<>();
    boolean even = commit % 2 == 0;
    for (int number = 0; number < SHOWTIMES; number++) {
      String id = number % 3 == 2 ? commit / 2 + "-" + number : String.valueOf(number);
      lines.add("{\"type\":\"film\",\"externalId\":\"f%s\",\"title\":\"Part %1$s\"}".formatted(id));
      if (even || number % 3 != 1) {
        lines.add(
            "{\"type\":\"showtime\",\"externalId\":\"s%s\",\"film\":\"f%1$s\",\"cinema\":\"c\",\"startsAt\":\"2027-01-15T%02d:%02d\"}"
                .formatted(id, commit % 24, number % 60));
      }
    }
    if (even) {
      lines.add("{\"type\":\"chain\",\"externalId\":\"h\",\"name\":\"Halden\"}");
    }
    lines.add(
        "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Rex %d\"%s,\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"}}"
            .formatted(commit, even ? ",\"chain\":\"h\"" : ""));
    world.full(
        "2026-03-01T%02d:%02d:00Z".formatted(minute / 60, minute++ % 60),
        lines.toArray(String[]::new));
  }

  @Test
  void a_page_costs_the_same_however_far_behind_the_follower_is() throws Exception {
    try (World world = World.fresh()) {
      publish(world, 0);
      ChangeFeed feed = new PostgresChangeFeed(explained(world.database().pool()));
      List<Follower> behind =
          Stream.of(EnumSet.allOf(Kind.class), EnumSet.of(Kind.FILM), EnumSet.of(Kind.SCREEN))
              .map(kinds -> new Follower(feed, world, kinds))
              .toList();
      for (int commit = 1; commit <= COMMITS; commit++) {
        publish(world, commit);
        behind.getFirst().read(3);
      }
      for (Follower each : behind) {
        while (each.read(PAGE)) {
          // There is more.
        }
        assertThat(each.held).isEqualTo(Follower.listed(world, each.kinds));
      }
    }
    assertThat(costly).isEmpty();
  }

  /// Holds the ids.
  private static final class Follower {
    private final ChangeFeed feed;
    private final Set<Kind> kinds;
    private final Set<String> held;
    private ChangePosition position;

    Follower(ChangeFeed feed, World world, Set<Kind> kinds) {
      this.feed = feed;
      this.kinds = kinds;
      held = listed(world, kinds);
      position = ChangePosition.endOf(world.listings().revision());
    }

    static Set<String> listed(World world, Set<Kind> kinds) {
      return CopyOfChanges.all(world).stream()
          .filter(each -> kinds.contains(CopyOfChanges.kind(each)))
          .map(ListedRecord::id)
          .collect(toCollection(TreeSet::new));
    }

    boolean read(int limit) {
      ChangeReading.Changes page =
          (ChangeReading.Changes) feed.read(position, kinds, ChangeFeed.Breadth.RECORDS, limit);
      for (ChangeFeed.Change change : page.changes()) {
        if (change.state() instanceof ChangeFeed.Fate.Present) {
          held.add(change.id());
        } else {
          held.remove(change.id());
        }
      }
      position = page.next();
      return page.more();
    }
  }

  private DataSource explained(DataSource pool) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (_, method, arguments) -> {
              try {
                return method.invoke(pool, arguments) instanceof Connection connection
                    ? RanPlans.of(connection, this::note)
                    : null;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private void note(RanPlans.Step step) {
    if (step.rows() > TIMES * PAGE) {
      costly.add(step);
    }
  }
}
