package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

@NullMarked
class ContractTest {
  private static final Path COPY = Repository.path("docs/openapi.yaml");

  private static final Path TEXTS =
      Repository.path("server/api/src/main/resources/org/marquee/contract");

  private static JsonNode json() {
    return JsonMapper.shared().valueToTree(ContractWriter.written());
  }

  private static JsonNode read(String yaml) {
    return JsonMapper.shared()
        .valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
  }

  /// A change of the contract shows in the committed copy. `-Dmarquee.golden=rewrite` writes it
  /// anew, unless the change breaks callers.
  @Test
  void the_committed_copy_is_the_contract_and_no_change_of_it_breaks_callers() throws IOException {
    if (Files.exists(COPY)) {
      assertThat(BreakingChanges.between(read(Files.readString(COPY)), json()))
          .as("what breaks for callers within /v1 (docs/decisions/0131)")
          .isEmpty();
    }
    GoldenFile.compare(COPY, new String(DocumentText.yaml(ContractWriter.written()), UTF_8));
  }

  /// The same with the texts for people.
  @Test
  void the_guide_and_the_reference_are_written_from_the_declarations() throws IOException {
    GoldenFile.compare(TEXTS.resolve("guide.md"), GuideWriter.written());
    GoldenFile.compare(TEXTS.resolve("reference.md"), ReferenceWriter.written());
  }

  @Test
  void the_program_serves_the_committed_copy() throws IOException {
    assumeFalse(GoldenFile.isRewriting(), "the program was built before the copy was written");
    assertThat(Contract.written().yaml()).asString(UTF_8).isEqualTo(Files.readString(COPY));
    assertThat(Contract.written().json())
        .asString(UTF_8)
        .isEqualTo(new String(DocumentText.json(ContractWriter.written()), UTF_8));
  }

  /// Tools put a sample together where there is none, with a reason of 410 in an answer of 400.
  @Test
  void every_answer_in_json_or_with_a_file_has_an_example() {
    JsonNode contract = json();
    List<String> without = new ArrayList<>();
    contract
        .get("paths")
        .forEachEntry(
            (path, item) -> collectWithoutExample(path, item.get("get").get("responses"), without));
    collectWithoutExample("shared", contract.at("/components/responses"), without);
    assertThat(without).isEmpty();
  }

  private static void collectWithoutExample(
      String where, JsonNode responses, List<String> without) {
    responses.forEachEntry((status, response) -> {
      if (status.equals("206")) {
        return; // a part of a file
      }
      for (String form : List.of("json", "ld+json", "gzip")) {
        JsonNode content = response.at("/content/application~1" + form);
        if (!content.isMissingNode() && !content.has("example") && !content.has("examples")) {
          without.add(where + " " + status + " " + form);
        }
      }
    });
  }

  /// Callers who generate code from the contract would break where a member of a closed list comes.
  @Test
  void what_may_grow_is_no_closed_list() {
    JsonNode schemas = json().at("/components/schemas");
    for (String pointer :
        List.of(
            "/Coverage/properties/state",
            "/Coverage/properties/reason",
            "/Change/properties/change",
            "/Change/properties/kind",
            "/ErrorDetails/properties/reason",
            "/Violation/properties/reason")) {
      assertThat(schemas.at(pointer).has("enum")).as(pointer).isFalse();
      assertThat(schemas.at(pointer).get("x-extensible-enum")).as(pointer).isNotEmpty();
    }
  }

  @Test
  void addresses_have_a_length_and_each_default_radius_is_told_beside_the_other() {
    JsonNode contract = json();
    for (String member : List.of("Film/properties/posterUrl", "Chain/properties/websiteUrl")) {
      assertThat(contract.at("/components/schemas/" + member).get("maxLength").asInt())
          .isEqualTo(8000);
    }
    for (String list : List.of("cinemas", "programme")) {
      for (JsonNode parameter : contract.at("/paths/~1v1~1" + list + "/get/parameters")) {
        if (parameter.path("name").asString("").equals("radiusKm")) {
          int usual = parameter.at("/schema/default").asInt();
          assertThat(parameter.get("description").asString())
              .contains("Without it: " + usual + ".", "takes " + (35 - usual) + ".");
        }
      }
    }
  }

  /// What is refused before an operation is found: an escape that stands for no letter.
  @Test
  void every_operation_may_refuse_a_request_as_malformed() {
    json()
        .get("paths")
        .forEachEntry((path, item) ->
            assertThat(item.at("/get/responses/400/x-reasons"))
                .as(path)
                .contains(StringNode.valueOf("malformed")));
  }

  record Change(String pointer, Consumer<ObjectNode> edit, String finding) {
    @Override
    public String toString() {
      return finding.isEmpty() ? "harmless: " + pointer : finding;
    }
  }

  private static final String FILMS = "/paths/~1v1~1films/get";
  private static final String FILM = "/components/schemas/Film";

  static final List<Change> CHANGES =
      List.of(
          new Change("/paths", paths -> paths.remove("/v1/films"), "/v1/films is gone"),
          new Change(
              FILMS, get -> get.put("operationId", "films"), "listFilms has another operationId"),
          new Change(
              FILMS,
              get -> ((ArrayNode) get.get("parameters")).remove(1),
              "listFilms query limit is gone"),
          new Change(
              FILMS + "/parameters/1",
              limit -> limit.put("required", true),
              "listFilms query limit is required now"),
          new Change(
              FILMS + "/parameters/1/schema",
              limit -> limit.put("maximum", 50),
              "listFilms query limit has another maximum"),
          new Change(FILMS + "/parameters/1/schema", limit -> limit.put("maximum", 500), ""),
          new Change(
              FILMS,
              get ->
                  ((ArrayNode) get.get("parameters"))
                      .addObject()
                      .put("name", "region")
                      .put("in", "query")
                      .put("required", true)
                      .putObject("schema"),
              "listFilms query region is new and required"),
          new Change(
              FILMS + "/responses", responses -> responses.remove("304"), "listFilms 304 is gone"),
          new Change(
              FILMS + "/responses/200/headers",
              headers -> headers.remove("ETag"),
              "listFilms 200 ETag is gone"),
          new Change(
              FILM + "/properties",
              film -> film.remove("certification"),
              "getFilm 200.data.certification is gone"),
          new Change(FILM + "/properties", film -> film.putObject("mood"), ""),
          new Change(
              "/components/schemas/ProgrammePage/properties/data/items",
              items -> ((ArrayNode) items.get("anyOf")).remove(0),
              "listProgramme 200.data[].cinema is gone"),
          new Change(
              FILM,
              film -> ((ArrayNode) film.get("required")).remove(1),
              "getFilm 200.data.title may be missing now"),
          new Change(
              FILM + "/properties/title",
              title -> title.put("maxLength", 301),
              "getFilm 200.data.title has another maxLength"),
          new Change(FILM + "/properties/title", title -> title.put("maxLength", 200), ""),
          new Change(
              "/components/schemas/AttributeId",
              ids -> ((ArrayNode) ids.get("enum")).add("3d"),
              "listShowtimes 200.data[].attributeIds[] may be [3d]"),
          new Change(
              "/components/schemas/AttributeId",
              ids -> ((ArrayNode) ids.get("enum")).remove(0),
              "listShowtimes query attributeIds[] no longer takes [imax]"),
          new Change(
              "/components/securitySchemes/ApiKey",
              key -> key.put("scheme", "basic"),
              "requests are authenticated in another way"));

  @ParameterizedTest
  @FieldSource("CHANGES")
  void a_change_that_breaks_callers_is_found(Change change) {
    JsonNode after = json();
    change.edit().accept((ObjectNode) after.at(change.pointer()));
    assertThat(after).isNotEqualTo(json());
    List<String> findings = BreakingChanges.between(json(), after);
    if (change.finding().isEmpty()) {
      assertThat(findings).isEmpty();
    } else {
      assertThat(findings).contains(change.finding());
    }
  }
}
