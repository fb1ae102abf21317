package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.v1.operation.ExampleRequest.json;
import static org.marquee.v1.operation.ExampleRequest.path;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.marquee.contract.Refusals;
import org.marquee.ingest.HandDecisions;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Window;
import org.marquee.node.RunningService;
import org.marquee.node.SampleService;
import org.marquee.notice.Report;
import org.marquee.v1.Conformance;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import tools.jackson.databind.JsonNode;

/// The service does what its operations declare. The data is the sample region, which the examples
/// are from, and a cinema whose records have every member.
@NullMarked
class DeclarationsTest {
  private static final List<Operation> OPERATIONS = Operations.ALL;

  private static final String HARBOUR =
      """
      {"type":"feed","version":1,"mode":"full","observedAt":"2026-11-20T06:00:00Z","sourceUpdatedAt":"2026-11-19T16:20:00Z"}
      {"type":"chain","externalId":"harbour","name":"Harbour Cinemas","websiteUrl":"https://harbour.example/"}
      {"type":"cinema","externalId":"quay","chain":"harbour","name":"A Quay","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Saltmarch Bay","postcode":"SX3 5JB","address":"2 Pier Approach","latitude":51.38,"longitude":1.14},"details":{"websiteUrl":"https://harbour.example/quay","telephone":"1","accessibility":["wheelchair"]}}
      {"type":"film","externalId":"gulls","title":"A Gull","durationMinutes":98,"certification":"PG","posterUrl":"https://harbour.example/gulls.jpg","releaseDate":"2026-11-27","extCatalogAId":"1184918","extCatalogBId":"tt29623480","originalTitle":"Eine Möwe","titles":[{"language":"de","title":"Eine Möwe"}],"details":{"directors":["Ada Quay"],"genres":["Drama"],"links":[{"type":"imdb","url":"https://c.example/1"}],"synopsis":"Gulls."}}
      {"type":"screen","externalId":"1","cinema":"quay","name":"Main"}
      {"type":"showtime","externalId":"1","film":"gulls","cinema":"quay","startsAt":"2026-11-27T09:00","bookingUrl":"https://harbour.example/1","attributes":["subtitled","70mm"],"screen":{"externalId":"1","name":"Main"},"details":{"availability":{"status":"few_left"},"endsAt":"2026-11-27T11:00","version":{"spoken":["de"],"subtitles":["en"],"dubbed":false,"original":true},"formats":["3d"],"accessibility":["wheelchair"],"price":{"from":9,"to":12.5,"currency":"GBP"}}}
      {"type":"showtime","externalId":"2","film":"gulls","cinema":"quay","startsAt":"2026-11-27T12:00","details":{"price":{"free":true}}}
      """;

  /// A film that is merged into another one.
  private static final String PIER =
      """
      {"type":"feed","version":1,"mode":"full","observedAt":"2026-11-20T06:00:00Z","sourceUpdatedAt":"2026-11-19T16:20:00Z"}
      {"type":"film","externalId":"seagulls","title":"Birds of the Sea"}
      """;

  private static RunningService service;

  /// The cursor of the changes before any.
  private static String begin = "";

  @BeforeAll
  static void open() {
    service = SampleService.start();
    begin = json(service.get("/v1/changes?since=now")).at("/pagination/nextCursor").asString();
    take("harbour", HARBOUR);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    // A cinema whose source was read now and covers the days until tomorrow.
    take(
        "lido",
        """
        {"type":"feed","version":1,"mode":"full","observedAt":"%s","covers":{"until":"%s"}}
        {"type":"cinema","externalId":"lido","name":"Lido","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Saltmarch Bay","postcode":"SX3 5JC","latitude":51.37,"longitude":1.13}}
        """
            .formatted(now, now.plus(1, ChronoUnit.DAYS)));
    take("pier", PIER);
    new HandDecisions(service.database())
        .merge(
            Kind.FILM,
            RecordId.of(Kind.FILM, "harbour", "gulls"),
            RecordId.of(Kind.FILM, "pier", "seagulls"));
    service.awaitNews();
  }

  /// The world is not closed: its database is the service's.
  private static void take(String provider, String feed) {
    Report report =
        World.on(service.database())
            .take(provider, Shrinking.REFUSED, feed.getBytes(UTF_8))
            .report();
    assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(report.notices()).isEmpty();
  }

  @AfterAll
  static void close() {
    service.close();
  }

  private static ExampleRequest request(Operation operation) {
    ExampleRequest request = new ExampleRequest(service, operation);
    return operation.equals(ListChanges.OPERATION) ? request.with("since", begin) : request;
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void every_parameter_works_with_its_example(Operation operation) {
    request(operation).answer();
    for (QueryParameter<?> parameter : operation.parameters()) {
      JsonNode answer = request(operation).with(parameter, parameter.example()).answer();
      assertThat(answer.get("data").isArray())
          .isEqualTo(operation.answer() instanceof Operation.Answer.ListOf);
    }
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void every_bound_is_accepted_and_what_lies_beyond_is_refused(Operation operation) {
    for (QueryParameter<?> parameter : operation.parameters()) {
      Probes probes = Probes.of(parameter.type());
      for (String accepted : probes.accepted()) {
        List<String> faults = request(operation).with(parameter, accepted).faults();
        assertThat(faults)
            .as(parameter.name() + "=" + accepted)
            .isSubsetOf(parameter.name() + " unknown_postcode", "place unknown_value");
      }
      Set<Reason> seen = new HashSet<>();
      probes
          .refused()
          .forEach((value, reason) -> {
            List<String> faults = request(operation).with(parameter, value).faults();
            assertThat(faults).containsExactly(parameter.name() + " " + reason.code());
            seen.add(reason);
          });
      assertThat(seen).as(parameter.name()).isEqualTo(Refusals.reasons(parameter.type()));
    }
  }

  @Test
  void a_window_may_be_as_long_as_is_declared_and_no_longer() {
    Instant after = Instant.parse(Examples.DAY);
    Instant longest = after.plus(Window.LONGEST);
    ExampleRequest asking = request(ListShowtimes.OPERATION);
    assertThat(asking.with("startsBefore", longest.toString()).faults()).isEmpty();
    assertThat(asking.with("startsBefore", longest.plusNanos(1000).toString()).faults())
        .containsExactly("startsBefore window_too_long");
    assertThat(asking.with("startsBefore", after.toString()).faults())
        .containsExactly("startsBefore window_empty");
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void every_name_that_is_not_declared_is_refused(Operation operation) {
    Set<String> names = new TreeSet<>(List.of("nonsense", "this", "LIMIT", "limit ", "data"));
    for (Operation other : OPERATIONS) {
      other.parameters().forEach(parameter -> names.add(parameter.name()));
    }
    operation.parameters().forEach(parameter -> names.remove(parameter.name()));
    for (String name : names) {
      JsonNode error = json(request(operation).with(name, "1").send()).get("error");
      assertThat(error.at("/details/violations/0/reason").asString()).isEqualTo("unknown");
      assertThat(error.get("message").asString())
          .startsWith(name + ": this operation has no ")
          .endsWith(
              String.join(
                  ", ", operation.parameters().stream().map(QueryParameter::name).toList()));
    }
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void a_parameter_is_needed_as_declared_and_given_once_with_a_value(Operation operation) {
    for (QueryParameter<?> parameter : operation.parameters()) {
      String name = parameter.name();
      List<String> without = request(operation).without(parameter).faults();
      boolean needed =
          parameter.required()
              || operation.rules().stream()
                  .anyMatch(
                      rule -> rule.reason() == Reason.REQUIRED && rule.parameter().equals(name));
      assertThat(without).isEqualTo(needed ? List.of(name + " required") : List.of());
      assertThat(request(operation).with(parameter, "").faults()).containsExactly(name + " empty");
      String twice = "?" + name + "=&" + name + "=";
      JsonNode violations = json(service.get(path(operation, "x") + twice)).get("error");
      assertThat(violations.toString()).contains("\"" + name + " may be given only once");
    }
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void a_parameter_that_is_left_out_has_its_fallback(Operation operation) {
    for (QueryParameter<?> parameter : operation.parameters()) {
      if (parameter.fallback() != null) {
        ExampleRequest given =
            request(operation).with(parameter, String.valueOf(parameter.fallback()));
        JsonNode explicit = given.answer();
        assertThat(given.without(parameter).answer()).isEqualTo(explicit);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void nothing_is_beside_or_below_a_declared_path(Operation operation) {
    Set<String> declared = new HashSet<>();
    OPERATIONS.forEach(each -> declared.add(path(each, "x")));
    String path = path(operation, "x");
    for (String other : List.of(path + "/x", path + "/", path.replace("v1", "v2"), path + "x/y")) {
      if (!declared.contains(other)) {
        assertThat(json(service.get(other)).at("/error/code").asString()).isEqualTo("not_found");
      }
    }
  }

  @Test
  void a_fault_that_is_alone_names_its_parameter_once() {
    assertThat(message("/v1/screens?cinemaId=a&cinemaId=b"))
        .isEqualTo("cinemaId may be given only once");
    assertThat(message("/v1/programme?cinemaId=a&cinemaId=b"))
        .isEqualTo("cinemaId may be given only once; separate its values by commas");
    assertThat(message("/v1/films?limit=0")).isEqualTo("limit: at least 1");
    assertThat(message("/v1/films?limit=0&x="))
        .isEqualTo("the request has 2 faults; details lists them");
  }

  private static String message(String target) {
    return json(service.get(target)).at("/error/message").asString();
  }

  @ParameterizedTest
  @FieldSource("OPERATIONS")
  void errors_are_those_declared(Operation operation) {
    List<HttpResponse<String>> failures = new ArrayList<>();
    failures.add(service.get(path(operation, "x") + "?x=1"));
    if (operation.path().id() != null) {
      failures.add(service.get(path(operation, "fi_0")));
      failures.add(service.get(path(operation, "x".repeat(161))));
    }
    Set<String> declared = new HashSet<>();
    Refusals.errors(operation).forEach(error -> declared.add(error.status() + " " + error.code()));
    for (HttpResponse<String> failure : failures) {
      JsonNode body = json(failure);
      assertThat(body.propertyNames()).containsExactly("error");
      new Conformance().check(SharedTypes.ERROR, body.get("error"));
      assertThat(declared).contains(failure.statusCode() + " " + body.at("/error/code").asString());
    }
  }

  @Test
  void answers_have_the_members_that_are_declared_and_no_others() {
    Conformance conformance = new Conformance();
    Set<RecordType> types = new HashSet<>(List.of(SharedTypes.PAGINATION, SharedTypes.FRESHNESS));
    for (Operation operation : OPERATIONS) {
      RecordType type = operation.answer().type();
      types.add(type);
      RecordType details = DetailTypes.of(type);
      List<String> beside = details == null ? List.of() : List.of("details");
      List<JsonNode> bodies = new ArrayList<>(List.of(detailed(operation).answer()));
      switch (operation.answer()) {
        case Operation.Answer.ListOf _ -> {
          bodies.add(detailed(operation).with("limit", "1").answer());
          if (operation.equals(ListProgramme.OPERATION)) {
            // The source of the lido does not cover the second day.
            for (String date :
                List.of("2026-11-27", LocalDate.now(ZoneOffset.UTC).plusDays(60).toString())) {
              bodies.add(
                  detailed(operation)
                      .with(SearchCinemas.LATITUDE, "51.37")
                      .with("date", date)
                      .answer());
            }
            types.addAll(checkedByFilm(conformance));
          }
          for (JsonNode body : bodies) {
            assertThat(body.propertyNames())
                .containsExactlyElementsOf(
                    Stream.of(List.of("data"), beside, List.of("pagination", "freshness"))
                        .flatMap(List::stream)
                        .toList());
            checkDetails(details, body, conformance);
            assertThat(body.get("data").isEmpty()).isFalse();
            body.get("data").forEach(record -> conformance.check(type, record));
            conformance.check(SharedTypes.PAGINATION, body.get("pagination"));
          }
        }
        case Operation.Answer.One _ -> {
          for (Operation list : OPERATIONS) {
            if (list.answer() instanceof Operation.Answer.ListOf(var same, _)
                && same.equals(type)) {
              for (JsonNode record : request(list).answer().get("data")) {
                bodies.add(json(service.get(path(operation, record.get("id").asString()))));
              }
            }
          }
          assertThat(bodies.size()).isGreaterThan(2);
          for (JsonNode body : bodies) {
            assertThat(body.propertyNames()).contains("data", "freshness");
            conformance.check(type, body.get("data"));
          }
        }
        case Operation.Answer.File _ -> throw new AssertionError("BulkFilesTest checks bulk files");
      }
      bodies.forEach(body -> conformance.check(SharedTypes.FRESHNESS, body.get("freshness")));
    }
    types.addAll(List.of(DetailTypes.SHOWTIME, DetailTypes.FILM, DetailTypes.CINEMA));
    conformance.assertComplete(types);
  }

  /// A request that asks for details too, where the operation has any.
  private static ExampleRequest detailed(Operation operation) {
    ExampleRequest request = request(operation);
    return operation.indexOf("include") < 0 ? request : request.with("include", "details");
  }

  private static void checkDetails(
      @Nullable RecordType details, JsonNode body, Conformance conformance) {
    if (details != null) {
      assertThat(body.get("details")).hasSameSizeAs(body.get("data"));
      body.get("details").forEach(each -> conformance.check(details, each));
    }
  }

  /// @return the types of what is answered by film
  private static List<RecordType> checkedByFilm(Conformance conformance) {
    if (!(ListProgramme.OPERATION.answer() instanceof Operation.Answer.ListOf(_, var films)
        && films != null
        && films.beside().schema() instanceof Schema.ListOf<?>(Schema.Nested(var cinema), _))) {
      throw new AssertionError(ListProgramme.OPERATION.answer());
    }
    JsonNode body =
        detailed(ListProgramme.OPERATION)
            .with(SearchCinemas.LATITUDE, "51.37")
            .with("date", "2026-11-27")
            .with("by", "film")
            .answer();
    assertThat(body.propertyNames()).containsExactly("data", "cinemas", "pagination", "freshness");
    assertThat(body.get("data").isEmpty()).isFalse();
    body.get("data").forEach(film -> conformance.check(films.type(), film));
    assertThat(body.get("cinemas").size()).isGreaterThan(1);
    body.get("cinemas").forEach(each -> conformance.check(cinema, each));
    return List.of(films.type(), cinema);
  }

  @Test
  void declarations_are_worded_for_callers_and_their_examples_are_what_they_say() {
    Set<RecordType> types = new HashSet<>(List.of(SharedTypes.PAGINATION, SharedTypes.FRESHNESS));
    types.add(SharedTypes.ERROR);
    for (Operation operation : OPERATIONS) {
      types.add(operation.answer().type());
      assertThat(operation.id()).matches("[a-z]+[A-Z][A-Za-z]+");
      assertThat(operation.summary()).matches("[A-Z].*[a-z]");
      assertThat(operation.description()).matches("[A-Z].*[.]");
      operation.parameters().forEach(each -> assertThat(each.description()).matches("[A-Z].*[.]"));
      assertThat(operation.parameters()).extracting(QueryParameter::name).doesNotHaveDuplicates();
    }
    types.forEach(Conformance::checkExamples);
    for (Reason reason : Reason.values()) {
      assertThat(reason.description()).matches("[A-Z].*[.]");
    }
    for (ErrorType error : ErrorType.values()) {
      assertThat(error.description()).matches("[A-Z`].*[.]");
    }
  }
}
