package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.run.PostgresSources;

/// How directors join and separate films.
@NullMarked
class DirectedFilmsTest {
  private static final String REASON = "the same title, but other directors";

  private final World world = World.fresh();
  private final HandDecisions decisions = new HandDecisions(world.database());
  private final PostgresReview review = new PostgresReview(world.database());

  @AfterEach
  void close() throws SQLException {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  /// A feed of films with directors, as the readers pass it on.
  private record Bill(List<FeedRecord.Film> films) implements FeedReader {
    @Override
    public String format() {
      return "bill";
    }

    @Override
    public Recognition recognise(FeedHead head) {
      return new Recognition(0, "");
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws UnreadableFeed {
      sink.header(
          new FeedHeader(
              FeedHeader.Mode.FULL, source.observedAt(), null, null, FeedHeader.Keys.GIVEN));
      for (int at = 0; at < films.size(); at++) {
        sink.row(at + 1, new FeedRow.Valid(films.get(at)));
      }
    }
  }

  private static FeedRecord.Film film(String id, @Nullable String title, String... directors) {
    return new FeedRecord.Film(
        id, title, null, null, null, null, null, null, List.of(directors), null);
  }

  private static FeedRecord.Film released(String id, String title, int year, String... directors) {
    return new FeedRecord.Film(
        id,
        title,
        null,
        null,
        null,
        LocalDate.of(year, 5, 1),
        null,
        null,
        List.of(directors),
        null);
  }

  private static FeedRecord.Film inCatalogue(String id, @Nullable String title, String director) {
    return new FeedRecord.Film(
        id, title, null, null, null, null, "438631", null, List.of(director), null);
  }

  private World.Run run(String provider, String observedAt, FeedRecord.Film... films) {
    return world.take(
        new Bill(List.of(films)),
        provider,
        Shrinking.REFUSED,
        List.of(World.part(new byte[0])),
        null,
        Instant.parse(observedAt));
  }

  private RowCounts.Counts take(String provider, String observedAt, FeedRecord.Film... films) {
    RowCounts.Counts counts = run(provider, observedAt, films).rowCounts().of(Kind.FILM);
    assertThat(counts.read())
        .isEqualTo(
            counts.added()
                + counts.changed()
                + counts.unchanged()
                + counts.withdrawn()
                + counts.merged()
                + counts.heldBack()
                + counts.refused()
                + counts.leftOut());
    return counts;
  }

  private static String id(String provider, String externalId) {
    return RecordId.of(Kind.FILM, provider, externalId);
  }

  private List<Film> films() {
    return world.listings().films();
  }

  private long revision() {
    return world.listings().revision().number();
  }

  @Test
  void one_title_and_one_director_are_one_film_of_any_providers() {
    take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune", "Denis Villeneuve"));
    take("beta", "2026-03-20T06:00:00Z", film("b", "DUNE", "VILLENEUVE, Denis"));
    take("gamma", "2026-03-20T06:00:00Z", released("c", "Dune", 2021, "Denis  Villeneuve"));
    take("delta", "2026-03-20T06:00:00Z", film("d", "Dune"));
    assertThat(films()).hasSize(2);
    assertThat(world.listings().findFilm(id("gamma", "c")).orElseThrow().id())
        .isEqualTo(id("alpha", "a"));
    new PostgresSources(world.database()).remove("alpha");
    assertThat(films()).hasSize(2);
    assertThat(world.listings().findFilm(id("gamma", "c")).orElseThrow().id())
        .isEqualTo(id("alpha", "a"));
    assertThat(decisions.split(Kind.FILM, id("gamma", "c"))).isEqualTo(id("gamma", "c"));
    assertThat(films()).hasSize(3);
    take("beta", "2026-03-21T06:00:00Z", film("b", "DUNE", "Denis Villeneuve"));
    assertThat(films()).hasSize(3);
  }

  @Test
  void two_directors_are_two_films_and_a_person_reviews_them() {
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        film("a", "Cinderella", "Kenneth Branagh"),
        film("b", "Cinderella", "Clyde Geronimi", "Hamilton Luske"));
    assertThat(films()).hasSize(2);
    List<PostgresReview.Item> doubts = review.list(Kind.FILM);
    assertThat(doubts).extracting(PostgresReview.Item::why).containsExactly(REASON);
    assertThat(List.of(doubts.getFirst().one(), doubts.getFirst().other()))
        .extracting(words -> words.getFirst().facts())
        .containsExactlyInAnyOrder("by Kenneth Branagh", "by Clyde Geronimi, Hamilton Luske");
    decisions.merge(Kind.FILM, id("alpha", "a"), id("alpha", "b"));
    assertThat(films()).hasSize(1);
    assertThat(review.list(Kind.FILM)).isEmpty();
  }

  @Test
  void a_director_in_a_later_feed_changes_the_details_alone_and_joins_the_film() {
    take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune"));
    take("beta", "2026-03-20T06:00:00Z", film("b", "Dune", "Denis Villeneuve"));
    Film before = world.listings().findFilm(id("alpha", "a")).orElseThrow();
    long revision = revision();
    assertThat(take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune", "David Lynch")).unchanged())
        .isEqualTo(1);
    assertThat(revision()).isEqualTo(revision + 1);
    assertThat(review.list(Kind.FILM)).extracting(PostgresReview.Item::why).containsExactly(REASON);
    assertThat(
            take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune", "Denis Villeneuve"))
                .unchanged())
        .isEqualTo(1);
    assertThat(films())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("details")
        .containsExactly(before);
    assertThat(revision()).isGreaterThan(revision);
    // The feed no longer names the director, so nothing joins the two.
    assertThat(take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune")).unchanged()).isEqualTo(1);
    assertThat(films()).hasSize(2);
    assertThat(take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune (HOH)", "Ann Lee")).changed())
        .isEqualTo(1);
    assertThat(directors()).containsExactlyInAnyOrder("Ann Lee", "Denis Villeneuve");
  }

  private List<String> directors() {
    return strings("select directors from film_source where directors is not null");
  }

  @Test
  void an_older_feed_has_no_say_on_directors() throws SQLException {
    take("alpha", "2026-03-20T06:00:00Z", film("a", "Dune", "Denis Villeneuve"));
    assertThat(run("alpha", "2026-03-19T06:00:00Z", film("a", "Dune", "David Lynch")).refusal())
        .isEqualTo(Code.FEED_OLDER);
    assertThat(directors()).containsExactly("Denis Villeneuve");
  }

  @Test
  void a_film_that_was_held_back_keeps_its_director() {
    take("alpha", "2026-03-20T06:00:00Z", inCatalogue("a", null, "Denis Villeneuve"));
    assertThat(films()).isEmpty();
    World.Run run = run("beta", "2026-03-20T06:00:00Z", inCatalogue("b", "Dune", "D. Villeneuve"));
    assertThat(run.count(Code.RELEASED)).isEqualTo(1);
    assertThat(films()).hasSize(1);
    assertThat(directors()).containsExactlyInAnyOrder("Denis Villeneuve", "D. Villeneuve");
  }

  @Test
  void the_order_of_imports_and_lines_decides_nothing() {
    Random random = new Random(4);
    List<List<FeedRecord.Film>> feeds = new ArrayList<>();
    for (int provider = 0; provider < 3; provider++) {
      List<FeedRecord.Film> films = new ArrayList<>();
      for (int at = 0; at < 8; at++) {
        films.add(
            film(
                "f" + at,
                random.nextBoolean() ? "Dune" : "Dune (HOH)",
                List.of("Denis Villeneuve", "Lynch, David", "D. Villeneuve", "", "Various")
                    .get(random.nextInt(5))));
      }
      feeds.add(films);
    }
    for (int round = 0; round < 3; round++) {
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
      Collections.shuffle(order, random);
      for (int provider : order) {
        List<FeedRecord.Film> films = new ArrayList<>(feeds.get(provider));
        Collections.shuffle(films, random);
        take("p" + provider, "2026-03-20T06:00:00Z", films.toArray(FeedRecord.Film[]::new));
      }
      Set<String> together =
          new TreeSet<>(
              strings(
                  "select string_agg(id, ' ' order by id) from film_source group by record_id"));
      if (round == 0) {
        first.addAll(together);
      }
      assertThat(together).isEqualTo(first);
      for (int provider : order) {
        new PostgresSources(world.database()).remove("p" + provider);
      }
    }
  }

  private final Set<String> first = new TreeSet<>();

  private List<String> strings(String query) {
    List<String> strings = new ArrayList<>();
    try (Connection connection = world.database().pool().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return strings;
  }
}
