package org.marquee.store.reconcile.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.RecordId;
import org.marquee.matching.Decisions;
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
  void a_cinema_without_keys_is_read_with_all_others() throws SQLException {
    try (World world = World.fresh()) {
      world
          .full(
              "2026-03-20T06:00:00Z",
              CINEMA.formatted("rex", "Rex", "Leeds"),
              CINEMA.formatted("roxy", "Roxy", "York").replace("LS1", "YO1"))
          .rowCounts();
      assertThat(affected(world, SourceRecords.CINEMAS, "rex", "")).hasSize(1);
      assertThat(
              affected(
                  world,
                  SourceRecords.CINEMAS,
                  "rex",
                  "update cinema_source set keys = null where name = 'Rex'"))
          .hasSize(2);
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
              RecordLinkage.FEW)
          .ids();
    }
  }
}
