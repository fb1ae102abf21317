package org.marquee.store.reconcile.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.matching.Decisions;
import org.marquee.matching.FilmSource;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.Sql;

@NullMarked
class AffectedSourcesTest {
  private static final String CINEMA =
      """
      {"type":"cinema","externalId":"%s","name":"%s","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"%s","postcode":"LS1 1AA"}}\
      """;

  private static final String FILM =
      """
      {"type":"film","externalId":"%s","title":"%s"}\
      """;

  @Test
  void a_cinema_that_an_older_program_wrote_is_found() throws SQLException {
    String rex = CINEMA.formatted("rex", "Rex", "Leeds");
    try (World world = World.fresh();
        Connection connection = world.database().pool().getConnection()) {
      world.full("2026-03-20T06:00:00Z", rex).rowCounts();
      Sql.of("update cinema_source set keys = null").run(connection);
      take(world, "beta", rex);
      assertThat(world.listings().cinemas()).hasSize(1);
      assertThat(Sql.of("select count(*) from cinema_source where keys is null").number(connection))
          .isZero();
    }
  }

  @Test
  void a_new_film_is_read_with_those_of_its_title() throws SQLException {
    try (World world = World.fresh()) {
      world
          .full(
              "2026-03-20T06:00:00Z",
              FILM.formatted("1", "Nosferatu (1922)"),
              FILM.formatted("2", "Nosferatu (1979)"))
          .rowCounts();
      assertThat(
              affected(
                  world,
                  SourceRecords.FILMS,
                  "1",
                  "update film_source set judged = false, title_key = null, title_name = null where title like '%1922%'"))
          .hasSize(2);
    }
  }

  @Test
  void what_providers_say_alike_of_one_film_is_compared_once() throws SQLException {
    String alien = FILM.formatted("1", "Alien").replace("}", ",\"durationMinutes\":117}");
    try (World world = World.fresh()) {
      for (String provider : List.of("a", "b", "c", "d", "e")) {
        String film = provider.equals("d") ? alien.replace("117", "118") : alien;
        take(world, provider, film);
      }
      try (Connection connection = world.database().pool().getConnection()) {
        Statements sql = new Statements(connection);
        sql.run(TempTable.LEFT_SOURCE.createEmpty());
        Set<String> touched = Set.of(RecordId.of(Kind.FILM, "e", "1"));
        AffectedSources<FilmSource> affected =
            AffectedSources.read(
                sql,
                SourceRecords.FILMS,
                Decisions.NONE,
                touched,
                RecordLinkage.FEW,
                AffectedSources.oneOfEach(SourceRecords.FILMS, Decisions.NONE, touched));
        assertThat(affected.ids())
            .containsExactlyInAnyOrder(
                RecordId.of(Kind.FILM, "a", "1"),
                RecordId.of(Kind.FILM, "d", "1"),
                RecordId.of(Kind.FILM, "e", "1"));
      }
    }
  }

  private static void take(World world, String provider, String line) {
    String feed = World.header("full", "2026-03-20T06:00:00Z", "") + "\n" + line;
    world.take(provider, Shrinking.REFUSED, feed.getBytes(UTF_8)).rowCounts();
  }

  /// The ids that are affected once `change` is made and the source record is touched.
  private static <W extends SourceRecord> Iterable<String> affected(
      World world, SourceRecords<W> sources, String touched, String change) throws SQLException {
    try (Connection connection = world.database().pool().getConnection()) {
      if (!change.isEmpty()) {
        Sql.of(change).run(connection);
      }
      Statements sql = new Statements(connection);
      sql.run(TempTable.LEFT_SOURCE.createEmpty());
      return AffectedSources.read(
              sql,
              sources,
              Decisions.NONE,
              List.of(RecordId.of(sources.kind(), World.PROVIDER, touched)),
              RecordLinkage.FEW,
              UnaryOperator.identity())
          .ids();
    }
  }
}
