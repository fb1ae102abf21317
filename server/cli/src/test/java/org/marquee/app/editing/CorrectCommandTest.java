package org.marquee.app.editing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Shell.Done;
import org.marquee.app.Showbill;
import org.marquee.app.Stage;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.node.RunningService;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.SiteSettings;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `correct`, as it is typed, and what callers and visitors see of it.
@NullMarked
class CorrectCommandTest {
  /// What each test has a copy of.
  private static final TestDatabase ORIGINAL = MigratedDatabase.create();

  @TempDir private static Path originals = Path.of("");
  private static Path feed = Path.of("");

  @TempDir private Path folder = Path.of("");
  private final TestDatabase database = ORIGINAL.copy();
  private final String cinema = RecordId.of(Kind.CINEMA, "rex", "rex");
  private final String film = RecordId.of(Kind.FILM, "rex", "f");

  @BeforeAll
  static void ingest() throws IOException {
    feed = new Showbill("rex").showtimes(3).write(originals.resolve("rex.ndjson"));
    new Shell(originals.resolve("home"), ORIGINAL)
        .run("ingest", feed.toString(), "--provider", "rex")
        .succeeds();
  }

  private Shell shell() {
    return new Shell(folder.resolve("home"), database);
  }

  private Done correct(String... words) {
    return shell().run(Stage.words("correct " + String.join(" ", words)).toArray(String[]::new));
  }

  @Test
  void a_person_corrects_and_takes_it_back() {
    assertThat(
            correct("set", cinema, "'name=Roxy Leeds'", "position=53.79,-1.54", "--note door")
                .succeeds()
                .out())
        .contains("added 1  " + cinema + "  name: Roxy Leeds", "position: 53.79, -1.54");
    assertThat(correct("set", cinema, "'name=Roxy Leeds'", "--note door").succeeds().out())
        .isEqualTo("unchanged: 1\n");
    assertThat(shell().run("ingest", feed.toString(), "--provider", "rex").succeeds().out())
        .contains("imported as revision 2,");
    assertThat(correct("list").succeeds().out().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("(Roxy Leeds)", "door", "by " + System.getProperty("user.name"));
    assertThat(shell().run("audit").succeeds().out()).contains("correction.make", cinema);
    assertThat(correct("undo", "1").succeeds().out()).contains("took back 1  " + cinema);
    correct("undo", "1").fails("there is no correction 1; correct list shows them");
    assertThat(correct("list", "--json").succeeds().json()).hasSize(1);
  }

  @Test
  void what_is_not_allowed_is_refused_with_what_is() {
    Map<String, String> wrong =
        Map.of(
            "set " + cinema + " name=",
            "name must not be empty",
            "set " + cinema + " timeZone=Europe/Leeds",
            "timeZone must be a name of the IANA",
            "set " + film + " name=Roxy",
            "known are title, extCatalogAId, extCatalogBId",
            "set " + cinema + " name",
            "is not FIELD=VALUE",
            "set " + cinema,
            "FIELD=VALUE is missing",
            "set " + cinema + " name=a name=b",
            "name stands here twice",
            "not-a-film " + cinema,
            "is a cinema",
            "merge " + film + " " + cinema,
            "is not the id of a film",
            "merge " + film + " " + film,
            "is one record",
            "hide sc_1",
            "is not the id of a cinema");
    wrong.forEach((line, message) -> {
      Done done = correct(line, "--note x");
      assertThat(done.status()).as(line).isEqualTo(2);
      assertThat(done.err()).as(line).contains(message);
    });
    assertThat(correct("hide", cinema).err()).contains("--note");
    correct("hide", "ci_nothing", "--note x").fails("there is no cinema ci_nothing");
    correct("split", film, "--note x").fails("is not merged with anything");
    assertThat(correct("list", "--json").succeeds().json()).isEmpty();
  }

  @Test
  void a_file_goes_to_another_database_of_the_same_providers() throws IOException {
    correct("set", cinema, "'name=Roxy Leeds'", "--note door").succeeds();
    correct("not-a-film", film, "--note quiz").succeeds();
    Path file = folder.resolve("corrections.yaml");
    Files.writeString(file, correct("export").succeeds().out());
    Shell other = new Shell(folder.resolve("other"), MigratedDatabase.create());
    assertThat(other.run("correct", "apply", file.toString(), "--dry-run").err())
        .contains(file + ", line 3: there is no cinema");
    String[] apply = {"correct", "apply", file.toString(), "--json"};
    Done early = other.run(apply);
    assertThat(early.status()).isEqualTo(1);
    assertThat(early.err().lines())
        .satisfiesExactly(
            each ->
                assertThat(each)
                    .startsWith("marquee: " + file + ", line 3: there is no cinema " + cinema),
            each ->
                assertThat(each)
                    .startsWith("marquee: " + file + ", line 5: there is no film " + film));
    other.run("ingest", feed.toString(), "--provider", "rex").succeeds();
    assertThat(other.run("correct", "apply", file.toString(), "--dry-run").succeeds().out().lines())
        .first()
        .asString()
        .startsWith("added " + cinema);
    assertThat(other.run(apply).succeeds().json())
        .extracting(each -> each.get("done").asString())
        .containsExactly("added", "added");
    assertThat(other.run(apply).succeeds().json())
        .extracting(each -> each.get("done").asString())
        .containsExactly("unchanged", "unchanged");
    Files.writeString(file, "corrections: []\n");
    assertThat(other.run("correct", "apply", file.toString(), "--prune", "--dry-run").out())
        .contains("removed 3", "removed 4", "nothing was changed");
    assertThat(other.run("correct", "list", "--json").succeeds().json()).hasSize(2);
    other.run("correct", "apply", file.toString(), "--prune").succeeds();
    assertThat(other.run("correct", "list", "--json").succeeds().json()).isEmpty();
    other
        .run("correct", "apply", folder.resolve("missing.yaml").toString())
        .fails("cannot be read");
  }

  @Test
  void a_backup_has_corrections() {
    correct("set", cinema, "'name=Roxy Leeds'", "--note door").succeeds();
    correct("hide", film, "--note private").succeeds();
    String file = folder.resolve("marquee.zip").toString();
    shell().run("backup", file).succeeds();
    Shell restored = new Shell(folder.resolve("restored"), TestDatabase.fresh());
    restored.run("restore", file).succeeds();
    assertThat(restored.run("correct", "list").succeeds().out()).contains("(Roxy Leeds)", "hide");
    restored.run("correct", "undo", "1").succeeds();
    assertThat(restored.run("correct", "list").succeeds().out()).doesNotContain("Roxy");
    assertThat(
            restored.run("correct", "set", cinema, "name=Regent", "--note", "x").succeeds().out())
        .contains("added 3");
  }

  @Test
  void callers_and_visitors_see_what_was_corrected_and_why() {
    SiteSettings pages = SiteSettings.ofOperators("Rex Guide", CheckLimits.USUAL);
    try (RunningService service = RunningService.withPages(pages)) {
      World.on(service.database())
          .full(
              "2025-01-10T06:00:00Z",
              new Showbill("rex").showtimes(3).lines().toArray(String[]::new));
      service.awaitNews();
      String id = RecordId.of(Kind.CINEMA, World.PROVIDER, "rex");
      String shown = RecordId.of(Kind.FILM, World.PROVIDER, "f");
      String since = json(service, "/v1/changes?since=now").at("/pagination/nextCursor").asString();
      PostgresCorrections corrections = new PostgresCorrections(service.database());
      String note = "As on the <b>door</b>.";
      corrections.apply(
          List.of(
              new Wanted(0, Correction.ofField(id, "name", "Roxy", note)),
              new Wanted(0, Correction.ofField(id, "position", "1, 2", note))),
          Others.STAY,
          Effect.COMMIT);
      service.awaitNews();
      JsonNode record = json(service, "/v1/cinemas/" + id).at("/data");
      assertThat(record.at("/name").asString()).isEqualTo("Roxy");
      assertThat(record.at("/location/latitude").asDouble()).isEqualTo(1);
      assertThat(record.at("/provenance/provider").asString()).isEqualTo(World.PROVIDER);
      JsonNode changes = json(service, "/v1/changes?wait=30&since=" + since);
      assertThat(changes.at("/data")).hasSize(1);
      assertThat(changes.at("/data/0/record")).isEqualTo(record);
      assertThat(service.operations("/cinemas/" + id).body())
          .contains("Corrected by hand: name, position.", "As on the &lt;b&gt;door&lt;/b&gt;.");
      corrections.apply(
          List.of(new Wanted(0, Correction.of(What.NOT_A_FILM, List.of(shown), "a quiz"))),
          Others.STAY,
          Effect.COMMIT);
      service.awaitNews();
      assertThat(service.get("/v1/films/" + shown).statusCode()).isEqualTo(404);
      assertThat(json(service, "/v1/films").at("/data")).isEmpty();
      assertThat(service.operations("/films/" + shown).statusCode()).isEqualTo(410);
      assertThat(service.get("/v1/cinemas/" + id + "/calendar.ics").body())
          .doesNotContain("VEVENT");
      corrections.list().forEach(each -> corrections.undo(each.id()));
      service.awaitNews();
      assertThat(json(service, "/v1/cinemas/" + id).at("/data/name").asString()).isEqualTo("rex");
      assertThat(service.operations("/films/" + shown).statusCode()).isEqualTo(200);
    }
  }

  private static JsonNode json(RunningService service, String target) {
    return JsonMapper.shared().readTree(service.get(target).body());
  }
}
