package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Repository;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.StoredContent;
import org.marquee.store.sql.TestDatabase;

/// A home of each release is opened by this program. They are kept as backups, with rows in every
/// table: the tables of a backup are made as that release made them, filled, and brought forward by
/// the migrations since (CONTRIBUTING.md, "Adding a migration").
@NullMarked
class ReleasedHomesTest {
  private static final Path RELEASES = Repository.path("server/cli/src/test/resources/releases");

  @TempDir Path folder = Path.of("");

  static List<Path> releases() throws IOException {
    try (Stream<Path> all = Files.list(RELEASES)) {
      return all.toList();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void a_home_of_a_release_goes_on_with_this_program(Path release) throws Exception {
    TestDatabase database = TestDatabase.fresh();
    Shell home = new Shell(folder.resolve("home"), database);
    home.run("restore", release.toString()).succeeds();

    assertThat(StoredContent.definitions(database))
        .isEqualTo(StoredContent.definitions(MigratedDatabase.create()));
    assertThat(home.stored("alpha", "showtime")).isEqualTo(3);
    assertThat(home.stored("beta", "showtime")).isEqualTo(3);
    assertThat(home.run("key", "list").succeeds().out()).contains("box office");
    assertThat(home.run("organization", "list").succeeds().out()).contains("unlimited");
    assertThat(home.run("correct", "list").succeeds().out()).contains("split");
    Path exported = folder.resolve("exported");
    home.run("export", exported.toString()).succeeds();
    assertThat(exported.resolve("films.ndjson")).content().contains("\"fi_", "Solaris", "Mirror");
    assertThat(exported.resolve("showtimes.ndjson"))
        .content()
        .contains("\"attributeIds\":[\"imax\",\"subtitled\"]", "https://rex.example/1");

    ingest(
        home,
        "alpha",
        "2026-11-21T06:00:00Z",
        """
        {"type":"withdrawn","kind":"showtime","externalId":"a2"}
        """);
    assertThat(home.stored("alpha", "showtime")).isEqualTo(2);
    String run = home.run("status", "--json").json().get(0).at("/lastImport/run").asString();
    home.run("undo", run, "--yes").succeeds();
    assertThat(home.stored("alpha", "showtime")).isEqualTo(3);
    assertThat(home.run("audit", "--json").json().findValuesAsString("action"))
        .endsWith("database.restore", "import.undo");
  }

  private void ingest(Shell home, String provider, String observedAt, String lines)
      throws IOException {
    String head =
        "{\"type\":\"feed\",\"version\":1,\"mode\":\"delta\",\"observedAt\":\"%s\"}\n"
            .formatted(observedAt);
    Path feed = Files.writeString(folder.resolve(provider + ".ndjson"), head + lines);
    home.run("ingest", feed.toString(), "--provider", provider).succeeds();
  }

  /// For a release, once: `-Dmarquee.release=0.2.0` makes the backup.
  @Test
  @EnabledIfSystemProperty(
      named = "marquee.release",
      matches = ".+",
      disabledReason = "it makes the home of a release: RELEASING.md")
  void make_the_home_of_a_release() throws Exception {
    TestDatabase database = MigratedDatabase.create();
    Shell home = new Shell(folder.resolve("home"), database);
    BeforeFirstReleaseTest.fill(home, folder);
    ingest(
        home,
        "beta",
        "2026-11-20T07:00:00Z",
        """
        {"type":"film","externalId":"untitled"}
        {"type":"showtime","externalId":"a1","film":"solaris","cinema":"kino","startsAt":"2099-01-01T19:00"}
        """);
    home.run("organization", "create", "rex").succeeds();
    home.run("entitlement", "grant", "rex", "--plan", "unlimited").succeeds();
    home.run("key", "create", "rex", "--label", "box office").succeeds();
    // What these did not fill.
    database.execute(
        """
        insert into alias values ('fi_gone', 'fi_stays') on conflict do nothing;
        insert into addition values ('writer', 1, '2026-11-20Z');
        insert into alarm values ('00000000-0000-0000-0000-000000000001', 'source_failed', 'alpha', 'It failed', '2026-11-20Z', '2026-11-20Z', '2026-11-20Z');
        insert into alarm_channel values ('mail', '2026-11-20Z');
        insert into alarm_delivery values ('00000000-0000-0000-0000-000000000001', 'began', 'mail', '2026-11-20Z', 1, null, '2026-11-20Z');
        insert into collected values ('alpha', '2026-11-20Z', '2026-11-20Z');
        insert into correction (kind, record, what, value, note, made_by) values ('film', 'fi_one', 'split', 'fi_other', 'two works', 'mira');
        insert into decision select 'fi_one', 'fi_other', false, '2026-11-20Z', max(id) from correction;
        insert into first_listed values ('ci_gone', 'fi_gone', '2026-11-20', '2026-11-20Z') on conflict do nothing;
        insert into guarded values (1, 'ci_guarded', 'shrunk', 30, 20, 10, '2026-11-20Z', '2026-11-20Z');
        insert into key_collision values (1, 'st_key', 'OV', null, 'st_own', 'own');
        insert into lateness values ('alpha', 86400);
        insert into lease values ('collect', 'nobody', '2026-11-20Z');
        insert into never_renewed values ('beta');
        insert into quota_spent values ('rex', '2026-11-01', 1);
        insert into release_due select min(id) from provider on conflict do nothing;
        insert into rekeyed values (1, 'st_key', 'st_kept');
        insert into showtime_revision values ('st_gone', 1, '2026-11-20Z', true, '2099-01-01Z', 0, 'ci_one', 'fi_one', 'Solaris', null);
        insert into source_terms values ('alpha', 'Alpha', 'https://alpha.example', 'CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/');
        insert into source_trouble values (1, 'alpha.ndjson', 'source_failed', '2026-11-20Z');
        insert into title_language values (1, 'en');
        insert into usage values ('rex', 'key', 'films', '2026-11-20Z', 1, 100, 0, 0, 0);
        insert into webhook (id, organization, url, secret, position) values ('wh', 'rex', 'https://rex.example/', 'secret', 'ch_1')
        """);
    Map<String, String> rows = StoredContent.rows(database);
    assertThat(rows).as("tables without rows").doesNotContainValue("0 ");
    Path file = RELEASES.resolve(System.getProperty("marquee.release") + ".backup");
    home.run("backup", file.toString(), "--overwrite").succeeds();
  }
}
