package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Sql;

/// How directors join and separate films.
@NullMarked
class DirectedFilmsTest extends JoinedFeeds {
  private static final String REASON = "the same title, but other directors";
  private static final String T1 = "2026-03-20T06:00:00Z";

  private static String by(String id, String title, String... directors) {
    return film(
        id,
        title,
        ",\"details\":{\"directors\":[\"%s\"]}".formatted(String.join("\",\"", directors)));
  }

  private long unchanged(String provider, String film) {
    return take(provider, T1, film).rowCounts().of(Kind.FILM).unchanged();
  }

  @Test
  void one_title_and_one_director_are_one_film_of_any_providers() {
    take("alpha", T1, by("a", "Dune", "Denis Villeneuve"));
    take("beta", T1, by("b", "DUNE", "VILLENEUVE, Denis"));
    take("gamma", T1, film("c", "Dune", ""));
    assertThat(films()).hasSize(2);
    String one = id(Kind.FILM, "alpha", "a");
    String other = id(Kind.FILM, "beta", "b");
    new PostgresSources(world.database()).remove("alpha");
    assertThat(world.listings().findFilm(other)).map(Film::id).contains(one);
  }

  @Test
  void a_film_that_stands_for_one_of_another_provider_keeps_no_link_from_it() {
    String lee = ",\"durationMinutes\":100,\"details\":{\"directors\":[\"Ann Lee\"]}";
    String dubbed = film("a2", "Beta", ",\"originalTitle\":\"Alpha\",\"durationMinutes\":100");
    take("alpha", T1, film("a1", "Alpha", lee), dubbed);
    take("beta", T1, film("b", "Alpha", lee));
    assertThat(films()).hasSize(1);
    take("gamma", T1, film("c", "Alpha", lee.replace("Ann Lee", "Bob Ray")));
    assertThat(films()).as("the dubbed one may be either").hasSize(3);
    take("gamma", "2026-03-21T06:00:00Z", film("d", "Solaris", ""));
    assertThat(films()).hasSize(2);
  }

  @Test
  void two_directors_are_two_films_and_a_person_reviews_them() {
    take(
        "alpha",
        T1,
        by("a", "Cinderella", "Kenneth Branagh"),
        by("b", "Cinderella", "Clyde Geronimi", "Hamilton Luske"));
    assertThat(films()).hasSize(2);
    List<PostgresReview.Item> doubts = review.list(Kind.FILM);
    assertThat(doubts).extracting(PostgresReview.Item::why).containsExactly(REASON);
    assertThat(List.of(doubts.getFirst().one(), doubts.getFirst().other()))
        .extracting(words -> words.getFirst().facts())
        .containsExactlyInAnyOrder("by Kenneth Branagh", "by Clyde Geronimi, Hamilton Luske");
    decisions.merge(Kind.FILM, id(Kind.FILM, "alpha", "a"), id(Kind.FILM, "alpha", "b"));
    assertThat(films()).hasSize(1);
    assertThat(review.list(Kind.FILM)).isEmpty();
  }

  @Test
  void a_director_in_a_later_feed_changes_the_details_alone_and_joins_the_film()
      throws SQLException {
    take("alpha", T1, film("a", "Dune", ""));
    take("beta", T1, by("b", "Dune", "Denis Villeneuve"));
    Film before = world.listings().findFilm(id(Kind.FILM, "alpha", "a")).orElseThrow();
    long revision = world.listings().revision().number();
    assertThat(unchanged("alpha", by("a", "Dune", "David Lynch"))).isEqualTo(1);
    assertThat(world.listings().revision().number()).isEqualTo(revision + 1);
    assertThat(review.list(Kind.FILM)).extracting(PostgresReview.Item::why).containsExactly(REASON);
    assertThat(unchanged("alpha", by("a", "Dune", "Denis Villeneuve"))).isEqualTo(1);
    assertThat(films())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("details")
        .containsExactly(before);
    // The feed no longer names the director, so nothing joins the two.
    assertThat(unchanged("alpha", film("a", "Dune", ""))).isEqualTo(1);
    assertThat(films()).hasSize(2);
    take("alpha", T1, by("a", "Dune (HOH)", "Ann Lee"));
    assertThat(directors()).containsExactlyInAnyOrder("Ann Lee", "Denis Villeneuve");
  }

  @Test
  void a_film_that_was_held_back_keeps_its_director() throws SQLException {
    String dune = by("b", "Dune", "D. Villeneuve").replace("}}", "},\"extCatalogAId\":\"438631\"}");
    take("alpha", T1, dune.replace("\"title\":\"Dune\",", "").replace("D.", "Denis"));
    assertThat(films()).isEmpty();
    assertThat(take("beta", T1, dune).count(Code.RELEASED)).isEqualTo(1);
    assertThat(films()).hasSize(1);
    assertThat(directors()).containsExactlyInAnyOrder("Denis Villeneuve", "D. Villeneuve");
  }

  private List<String> directors() throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.of("select directors from film_source where directors is not null")
          .list(connection, row -> row.getString(1));
    }
  }
}
