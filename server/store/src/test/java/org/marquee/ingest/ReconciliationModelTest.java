package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.read.PublishedRecords;
import org.marquee.store.run.PostgresSources;

/// Random feeds of two providers, imported by the database and by a naive model. After each feed
/// every record and every count must agree.
@NullMarked
class ReconciliationModelTest {
  private static final int SEQUENCES = Rounds.of(8);
  private static final long SEED = Long.getLong("marquee.model.seed", 20261121);
  private static final int PER_DATABASE = 8;

  private static final List<String> PROVIDERS = List.of("north", "south");

  @Test
  void the_database_and_a_naive_model_make_the_same_of_the_same_feeds() {
    List<String> failures = new ArrayList<>();
    for (int sequence = 0; sequence < SEQUENCES; sequence += PER_DATABASE) {
      try (World world = World.fresh()) {
        for (int each = 0; each < PER_DATABASE; each++) {
          String failure = new Sequence(world, SEED + sequence + each).run();
          if (!failure.isEmpty()) {
            failures.add(failure);
            break;
          }
        }
      }
    }
    // The shortest sequence is the easiest to read.
    assertThat(failures.stream().min(Comparator.comparingInt(String::length)).orElse(""))
        .as(
            "one of "
                + failures.stream()
                    .map(failure -> failure.replaceFirst("(?s)\nafter .*?(seed \\d+).*", "\n$1"))
                    .toList())
        .isEmpty();
  }

  /// One database from empty to empty.
  private static final class Sequence {
    private final World world;
    private final long seed;
    private final SplittableRandom random;
    private final RandomFeeds feeds;
    private final Map<String, ListingsModel> models = new TreeMap<>();
    private final Map<String, Instant> newest = new TreeMap<>();

    Sequence(World world, long seed) {
      this.world = world;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.feeds = new RandomFeeds(random);
      PROVIDERS.forEach(provider -> models.put(provider, new ListingsModel(provider)));
    }

    /// Runs to the end or the first difference, and reports it with the feeds before it.
    String run() {
      StringBuilder story = new StringBuilder("seed " + seed);
      int count = 3 + random.nextInt(7);
      for (int number = 0; number < count; number++) {
        String provider = feeds.one("north", "north", "north", "south");
        ModelFeed feed = feeds.nextOf(provider);
        story.append("\n\n").append(provider).append('\n').append(feed.text());
        ListingsModel.After after = Objects.requireNonNull(models.get(provider)).take(feed);
        models.put(provider, after.state());
        if (after.refusal() == null) {
          newest.merge(
              provider, feed.observedAt(), (one, other) -> one.isAfter(other) ? one : other);
          releaseOthers(provider);
        }
        List<String> told = new ArrayList<>();
        try {
          Report report =
              world
                  .take(
                      provider,
                      feed.shrinkAccepted() ? Shrinking.ACCEPTED : Shrinking.REFUSED,
                      feed.text().getBytes(UTF_8))
                  .report();
          told.addAll(fates(report));
        } catch (LedgerUnavailable | IllegalStateException e) {
          told.add(e.toString());
        }
        told.addAll(heldBack(provider));
        told.addAll(stored(world));
        List<String> expected = expected(after, feed);
        expected.addAll(after.state().heldBack());
        models.values().forEach(model -> expected.addAll(model.records()));
        if (!told.containsAll(expected) || !expected.containsAll(told)) {
          List<String> missing = new ArrayList<>(expected);
          missing.removeAll(told);
          told.removeAll(expected);
          return "\nexpected and not found:\n  "
              + String.join("\n  ", missing)
              + "\nfound and not expected:\n  "
              + String.join("\n  ", told)
              + "\nafter "
              + story;
        }
      }
      try {
        StoredRecords.assertConsistent(world);
      } catch (SQLException e) {
        throw new AssertionError(story.toString(), e);
      }
      for (String provider : PROVIDERS) {
        new PostgresSources(world.database()).remove(provider);
      }
      return stored(world).isEmpty() ? "" : "records are left of " + story;
    }

    /// After each import the records of other providers that wait are tried again.
    private void releaseOthers(String provider) {
      newest.forEach((other, last) -> {
        if (!other.equals(provider)) {
          ModelFeed nothing = new ModelFeed(false, last, null, null, false, List.of());
          models.put(other, Objects.requireNonNull(models.get(other)).take(nothing).state());
        }
      });
    }

    private static List<String> expected(ListingsModel.After after, ModelFeed feed) {
      List<String> expected = new ArrayList<>();
      if (after.refusal() != null) {
        expected.add("refused: " + after.refusal());
        return expected;
      }
      after.fates().forEach((fate, count) -> expected.add(fate + ": " + count));
      expected.removeIf(fate -> fate.endsWith(": 0"));
      expected.add("read: " + feed.lines().size());
      expected.add("clock changes: " + after.clockChanges());
      return expected;
    }

    private static List<String> fates(Report report) {
      if (report.refusal() != null) {
        return new ArrayList<>(List.of("refused: " + report.refusal().code()));
      }
      World.Run run = new World.Run(report);
      RowCounts rowCounts = run.rowCounts();
      List<String> fates = new ArrayList<>();
      long others = 0;
      for (Kind kind : Kind.values()) {
        RowCounts.Counts counts = rowCounts.of(kind);
        fates.add(kind + " added: " + counts.added());
        fates.add(kind + " changed: " + counts.changed());
        fates.add(kind + " unchanged: " + counts.unchanged());
        fates.add(kind + " withdrawn: " + counts.withdrawn());
        fates.add(kind + " merged: " + counts.merged());
        fates.add(kind + " held back: " + counts.heldBack());
        fates.add(kind + " refused: " + counts.refused());
        if (kind == Kind.SHOWTIME) {
          fates.add("SHOWTIME unlisted: " + rowCounts.unlisted(kind));
        } else {
          others += rowCounts.unlisted(kind);
        }
      }
      fates.add("OTHER unlisted: " + others);
      fates.add("UNKNOWN refused: " + rowCounts.unknown());
      fates.removeIf(fate -> fate.endsWith(": 0"));
      fates.add("read: " + rowCounts.total().read());
      fates.add(
          "clock changes: "
              + (run.count(Code.START_TIME_AMBIGUOUS) + run.count(Code.START_TIME_SKIPPED)));
      return fates;
    }

    private List<String> heldBack(String provider) {
      List<String> held = new ArrayList<>();
      try (Connection connection = world.database().pool().getConnection();
          PreparedStatement statement =
              connection.prepareStatement(
                  "select h.kind, h.record ->> 'external_id' from held_back h"
                      + " join provider p on p.id = h.provider_id where p.name = ?")) {
        statement.setString(1, provider);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            held.add("held back: " + rows.getString(1) + " " + rows.getString(2));
          }
        }
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
      return held;
    }
  }

  /// Every published record, written as the model writes it.
  private static List<String> stored(World world) {
    PublishedRecords listings = world.listings();
    Map<String, String> names = new HashMap<>();
    List<String> all = new ArrayList<>();
    listings
        .chains()
        .forEach(chain -> {
          names.put(chain.id(), chain.provenance().externalId());
          all.add(line("chain", chain.provenance(), chain.name()));
        });
    listings
        .cinemas()
        .forEach(cinema -> {
          names.put(cinema.id(), cinema.provenance().externalId());
          all.add(
              line(
                  "cinema",
                  cinema.provenance(),
                  cinema.name(),
                  cinema.chainId() == null ? null : names.get(cinema.chainId()),
                  cinema.location().postcode()));
          listings
              .screens(cinema.id())
              .forEach(screen -> {
                String place =
                    cinema.provenance().externalId() + "/" + screen.provenance().externalId();
                names.put(screen.id(), place);
                all.add(
                    ListingsModel.line(
                        screen.provenance().provider(),
                        "screen",
                        place,
                        screen.name(),
                        screen.evidence(),
                        told(screen.provenance())));
              });
        });
    listings
        .films()
        .forEach(film -> {
          names.put(film.id(), film.provenance().externalId());
          all.add(line("film", film.provenance(), film.title()));
        });
    world
        .showtimes(100)
        .forEach(showtime ->
            all.add(
                line(
                    "showtime",
                    showtime.provenance(),
                    names.get(showtime.filmId()),
                    names.get(showtime.cinemaId()),
                    showtime.startsAt(),
                    showtime.offsetMinutes(),
                    showtime.attributes().mask() == 0 ? null : attribute(showtime.attributes()),
                    showtime.screenId() == null ? null : names.get(showtime.screenId()),
                    showtime.screenName())));
    return all.stream().sorted().toList();
  }

  private static String attribute(Attributes attributes) {
    return Arrays.stream(org.marquee.listing.Attribute.values())
        .filter(attribute -> attributes.list().contains(attribute))
        .map(org.marquee.listing.Attribute::id)
        .collect(Collectors.joining(","));
  }

  private static String line(String kind, Provenance provenance, @Nullable Object... values) {
    List<@Nullable Object> all = new ArrayList<>();
    all.add(provenance.externalId());
    all.addAll(Arrays.asList(values));
    all.add(told(provenance));
    return ListingsModel.line(provenance.provider(), kind, all.toArray());
  }

  private static String told(Provenance provenance) {
    return provenance.observedAt()
        + " "
        + (provenance.sourceUpdatedAt() == null ? "–" : provenance.sourceUpdatedAt());
  }
}
