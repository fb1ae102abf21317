package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.marquee.access.ApiKey;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.Caller;
import org.marquee.node.RunningService;
import org.marquee.store.access.PostgresAccess;

/// A service with the showtimes of a cinema in the coming days, and its answers over HTTP.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServedShapes {
  /// A day in the coming weeks.
  @SuppressWarnings("TimeInStaticInitializer") // the same day in all tests
  static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).plusDays(5);

  static final String WINDOW =
      "startsAfter=" + DAY + "T00:00Z&startsBefore=" + DAY.plusDays(3) + "T00:00Z";

  final RunningService service = RunningService.start();
  final World world = World.on(service.database());
  private int minute;

  @BeforeAll
  void fill() {
    StringBuilder lines = new StringBuilder();
    for (int film = 0; film < 130; film++) {
      lines.append(
          """
          {"type":"film","externalId":"%1$d","title":"Film, \\"%1$d\\"","durationMinutes":%2$d}
          {"type":"showtime","externalId":"%1$d","film":"%1$d","cinema":"quay","startsAt":"%3$sT19:%4$02d","attributes":["subtitled","70mm"]}
          """
              .formatted(film, 90 + film, DAY, film % 60));
    }
    take("harbour", lines.toString());
  }

  /// A full feed of one cinema.
  void take(String provider, String lines) {
    String header =
        World.header("full", Instant.now().minus(90 - minute++, ChronoUnit.MINUTES) + "", "");
    String cinema =
        """
        {"type":"cinema","externalId":"quay","name":"Quay %s","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Saltmarch Bay","postcode":"SX3 5JB","latitude":51.38,"longitude":-1.14}}
        """
            .formatted(provider);
    world
        .take(provider, Shrinking.ACCEPTED, (header + "\n" + cinema + lines).getBytes(UTF_8))
        .rowCounts();
    service.awaitNews();
  }

  @AfterAll
  void close() {
    service.close();
  }

  HttpResponse<byte[]> send(String method, String target, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (!List.of(fields).contains("Authorization") && !target.contains("token=")) {
      request.header("Authorization", "Bearer " + service.key());
    }
    if (fields.length > 0) {
      request.headers(fields);
    }
    return Caller.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> get(String target, String... fields) {
    HttpResponse<byte[]> answer = send("GET", target, fields);
    assertThat(answer.statusCode()).as(target + "\n" + text(answer)).isEqualTo(200);
    return answer;
  }

  String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  String field(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  String keyOf(String organization, String plan, IssuedKey.Scope scope) {
    PostgresAccess book = new PostgresAccess(service.database().pool());
    book.createOrganization(organization);
    book.grant(organization, new Entitlement(plan, Instant.EPOCH, null));
    ApiKey key = book.issueKey(organization, scope, null, null).orElseThrow().secret();
    Instant end = Instant.now().plus(Duration.ofSeconds(20));
    while (send("GET", "/v1/cinemas/x/calendar.ics", "Authorization", "Bearer " + key.text())
                .statusCode()
            == 401
        && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
    return key.text();
  }
}
