package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.access.Entitlement;
import org.marquee.node.RunningService;
import org.marquee.node.SampleService;
import org.marquee.store.access.PostgresAccess;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.operation.Operations;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The examples of the contract are real answers about the sample region.
/// `-Dmarquee.golden=rewrite` records them anew.
@NullMarked
class RecordedAnswersTest {
  private static final Path FILE =
      Repository.path("server/api/src/test/resources/org/marquee/contract/answers.yaml");

  /// So that the body of an error is the same each time.
  private static final String REQUEST_ID = "5oxvh2cio4owol25hmgh";

  /// A cursor of the changes of another database.
  private static final String CURSOR =
      "AgSb4QMwZAdP3ZH9ZDvMPd4tAAAAAAAAAAKtq6hHextBS42e7_q5ZOGWf_8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArWLGjg";

  /// Queries for operations whose required parameters alone show little.
  private static final Map<String, String> QUERIES =
      Map.of(
          "searchCinemas",
          "?postcode=SX3+5JE&radiusKm=20&limit=2",
          "listProgramme",
          "?cinemaId=ci_yfgaf7zqax9s9eh2rh4e&date=2026-11-27");

  private static RunningService service;

  @BeforeAll
  static void open() {
    service = SampleService.start();
  }

  @AfterAll
  static void close() {
    service.close();
  }

  @Test
  void examples_are_answers_of_the_service() throws IOException {
    Map<String, Object> recorded = new LinkedHashMap<>();
    recorded.put("answers", answers());
    recorded.put("faults", faults());
    recorded.put("errors", errors());
    GoldenFile.compare(FILE, new String(DocumentText.yaml(recorded), UTF_8));
  }

  private static Map<String, Object> answers() {
    Map<String, Object> answers = new LinkedHashMap<>();
    for (Operation operation : Operations.ALL) {
      String query = QUERIES.getOrDefault(operation.id(), query(operation));
      Object answer = body(200, ask(service, path(operation) + query, service.key()));
      answers.put(operation.id(), alike(answer));
      if (operation.types().contains(MediaType.LINKED_DATA)) {
        answers.put(
            RecordedAnswers.name(operation, MediaType.LINKED_DATA),
            body(
                200,
                ask(
                    service,
                    path(operation) + query,
                    service.key(),
                    "Accept",
                    MediaType.LINKED_DATA.text())));
      }
    }
    return answers;
  }

  /// The answer without what differs from database to database. Where records do not say when they
  /// were observed, an answer says when the database was made; cursors of the changes name the
  /// database.
  private static Object alike(Object answer) {
    member(answer, "freshness").put("observedAt", SampleService.OBSERVED.toString());
    if (answer instanceof Map<?, ?> page && List.of().equals(page.get("data"))) {
      member(answer, "pagination").put("nextCursor", CURSOR);
    }
    return answer;
  }

  @SuppressWarnings("unchecked") // all names in an answer are strings
  private static Map<String, Object> member(Object answer, String name) {
    return (Map<String, Object>) Objects.requireNonNull(((Map<String, Object>) answer).get(name));
  }

  /// The examples of the required parameters, and a page of two records.
  private static String query(Operation operation) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (QueryParameter<?> parameter : operation.parameters()) {
      if (parameter.required()) {
        query.add(parameter.name() + "=" + URLEncoder.encode(parameter.example(), UTF_8));
      } else if (parameter.name().equals("limit")) {
        query.add("limit=2");
      }
    }
    return query.toString();
  }

  private static String path(Operation operation) {
    PathTemplate.Id id = operation.path().id();
    return id == null
        ? operation.route()
        : operation.route().replace("{" + id.name() + "}", id.example());
  }

  private static Map<String, Object> faults() {
    Map<String, Object> faults = new LinkedHashMap<>();
    for (Operation operation : Operations.inEveryForm()) {
      if (operation.route().startsWith("/v1/bulk")) {
        continue; // this service makes no bulk files
      }
      boolean list = operation.answer() instanceof Operation.Answer.ListOf;
      String target = path(operation) + (list ? "?limit=0&page=2" : "?fields=id");
      faults.put(operation.id(), body(400, ask(service, target, service.key())));
    }
    return faults;
  }

  private static Map<String, Object> errors() {
    PostgresAccess access = new PostgresAccess(service.database().pool());
    String idle = key(access, "idle");
    String suspended = key(access, "suspended");
    String busy = key(access, "busy");
    access.grant("busy", new Entitlement("trial", Instant.EPOCH, null));
    access.grant("suspended", new Entitlement("trial", Instant.EPOCH, null));
    access.suspend("suspended");
    Map<ErrorType, Object> errors = new LinkedHashMap<>();
    errors.put(
        ErrorType.UNAUTHORIZED, body(401, service.ask("/v1/films", "X-Request-Id", REQUEST_ID)));
    errors.put(ErrorType.NOT_ENTITLED, awaited("entitlement_required", service, idle));
    errors.put(ErrorType.SUSPENDED, awaited("forbidden", service, suspended));
    errors.put(ErrorType.NO_SUCH_RECORD, body(404, ask(service, "/v1/films/fi_0", service.key())));
    errors.put(
        ErrorType.PRECONDITION_FAILED,
        body(412, ask(service, "/v1/films", service.key(), "If-Match", "\"x\"")));
    errors.put(ErrorType.RATE_LIMITED, awaited("rate_limited", service, busy));
    errors.put(ErrorType.UNAVAILABLE, unavailable());
    errors.put(
        ErrorType.CURSOR_EXPIRED,
        body(410, ask(service, "/v1/changes?since=" + CURSOR, service.key())));
    errors.put(ErrorType.INTERNAL_ERROR, unexpected());
    Map<String, Object> byName = new LinkedHashMap<>();
    errors.forEach((error, body) -> byName.put(error.name(), body));
    String tooLong = "/v1/films?cursor=" + "a".repeat(9000);
    Object other = body(414, ask(service, tooLong, service.key()));
    // Whether the field with the id was read before the line was refused differs.
    member(other, "error").put("requestId", REQUEST_ID);
    byName.put(RecordedAnswers.OTHER_ERROR, other);
    return byName;
  }

  /// The answer about days that are not in memory while the database is away.
  private static Object unavailable() {
    try (RunningService service = RunningService.start()) {
      service.database().close();
      return body(
          503,
          ask(
              service,
              "/v1/showtimes?startsAfter=2001-01-01T00:00Z&startsBefore=2001-01-02T00:00Z",
              service.key()));
    }
  }

  /// The gate's answer; no known request causes it.
  private static Object unexpected() {
    return yaml(
        """
        {"error": {"code": "internal_error", "message": "an unexpected error occurred", "requestId": "%s"}}
        """
            .formatted(REQUEST_ID));
  }

  private static String key(PostgresAccess access, String organization) {
    access.createOrganization(organization);
    return access.issueKey(organization, null, null).orElseThrow().secret().text();
  }

  /// Asks until an answer has the code: a change of access takes a moment, a quota some requests.
  private static Object awaited(String code, RunningService service, String key) {
    Instant end = Instant.now().plusSeconds(60);
    while (true) {
      HttpResponse<String> answer = ask(service, "/v1/films?limit=1", key);
      if (answer.body().contains("\"" + code + "\"")) {
        return body(answer.statusCode(), answer);
      }
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static HttpResponse<String> ask(
      RunningService service, String target, String key, String... headers) {
    String[] all = new String[headers.length + 4];
    System.arraycopy(headers, 0, all, 4, headers.length);
    all[0] = "Authorization";
    all[1] = "Bearer " + key;
    all[2] = "X-Request-Id";
    all[3] = REQUEST_ID;
    return service.ask(target, all);
  }

  /// JSON is YAML, too.
  private static Object body(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return yaml(response.body());
  }

  private static Object yaml(String text) {
    return new Load(LoadSettings.builder().build()).loadFromString(text);
  }
}
