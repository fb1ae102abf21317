package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.access.FailedAuthentications;
import org.marquee.access.NewKey;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.World;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.v1.answer.Gateway;

/// Who may ask, how often, and in which order that is checked (docs/api.md, "Access", "Order of
/// checks" and "Rate limits").
class AccessRulesTest {
  private static final Duration TAKES_EFFECT = Duration.ofSeconds(10);
  private static final String WRONG = "mq_" + "a".repeat(38);

  private final World world = World.fresh();
  private final PostgresAccess book = new PostgresAccess(world.database().pool());
  private final NewKey key;
  private final ServingNode service;
  private final Client client;

  AccessRulesTest() {
    book.createOrganization("house");
    grant("trial", null);
    key = book.issueKey("house", null, null).orElseThrow();
    service = ServingNode.on(world.database());
    client = new Client(service.address(), key.secret().text());
  }

  private void grant(String plan, @Nullable Instant until) {
    Instant from = Instant.now().truncatedTo(ChronoUnit.MICROS).minusSeconds(60);
    book.grant("house", new Entitlement(plan, from, until));
  }

  @AfterEach
  void close() {
    client.close();
    service.close();
    world.close();
  }

  private Client with(String token) {
    return new Client(service.address(), token);
  }

  /// Asks until the answer shows a change, or fails.
  private void becomes(int status, String code) {
    Instant end = Instant.now().plus(TAKES_EFFECT);
    Answer answer = client.get("/v1/films?limit=1");
    while (answer.status() != status && Instant.now().isBefore(end)) {
      // Not so fast that a trial's quota is used up.
      pause();
      answer = client.get("/v1/films?limit=1");
    }
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.status() == 200 ? "" : answer.code()).isEqualTo(code);
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static int remaining(Answer answer) {
    assertThat(answer.one("RateLimit-Policy")).isEqualTo("\"trial\";q=60;w=60");
    assertThat(answer.one("RateLimit")).matches("\"trial\";r=[0-9]+;t=[0-9]+");
    return Integer.parseInt(answer.one("RateLimit").replaceAll(".*;r=([0-9]+);.*", "$1"));
  }

  /// Checks that a request is refused once the quota is used up. A token comes back each second, so
  /// a slow machine may need several tries.
  private void assertLimited(Supplier<Answer> request) {
    Answer answer = request.get();
    for (int tries = 0; tries < 10 && answer.status() != 429; tries++) {
      while (client.get("/v1/none").status() != 429) {
        Thread.onSpinWait();
      }
      answer = request.get();
    }
    assertThat(answer.status()).isEqualTo(429);
  }

  @Test
  void a_trial_has_60_requests_and_an_unchanged_answer_costs_none() {
    Answer first = client.get("/v1/films");
    assertThat(first.status()).isEqualTo(200);
    int before = remaining(first);
    assertThat(before).isEqualTo(59);
    String unchanged = "If-None-Match: " + first.one("ETag");
    for (int time = 0; time < 70; time++) {
      Answer answer = client.get("/v1/films", unchanged);
      assertThat(answer.status()).isEqualTo(304);
      assertThat(remaining(answer)).isGreaterThanOrEqualTo(before);
    }
    int answered = 0;
    Answer last = client.get("/v1/films?limit=0");
    while (last.status() != 429) {
      assertThat(last.status()).isIn(400, 404, 405);
      remaining(last);
      answered++;
      last =
          switch (answered % 3) {
            case 0 -> client.get("/v1/films/none");
            case 1 -> client.ask("POST", "/v1/films");
            default -> client.get("/v1/none");
          };
    }
    assertThat(answered).isBetween(55, 90);
    assertThat(remaining(last)).isZero();
    assertThat(last.one("Retry-After")).isEqualTo("1");
    assertLimited(() -> client.get("/v1/films", unchanged));
    assertLimited(() -> client.get("/v1/films?limit=0"));
    assertLimited(() -> client.get("/v1/none"));
    assertThat(with(WRONG).get("/v1/films").status()).isEqualTo(401);
    assertThat(client.get("/v1/films/%ff").status()).isEqualTo(400);
    book.suspend("house");
    Answer suspended = client.get("/v1/none");
    // On a slow machine a token has come back, and the gate learns of the change a moment later.
    for (int time = 0; time < 90 && suspended.status() == 404; time++) {
      suspended = client.get("/v1/none");
    }
    assertThat(suspended.status()).isIn(403, 429);
  }

  @Test
  void without_a_valid_key_no_other_fault_is_reported() {
    for (String target :
        List.of(
            "/v1/films",
            "/v1/none",
            "/v1",
            "/v1/films?limit=0",
            "/v1/films/none",
            "/v1/showtimes")) {
      for (String token :
          List.of(
              "",
              WRONG,
              "x",
              key.secret().text() + "x",
              key.secret().text().toLowerCase(java.util.Locale.ROOT))) {
        for (String method : List.of("GET", "POST", "HEAD")) {
          Answer answer = with(token).ask(method, target);
          assertThat(answer.status()).as(method + " " + target).isEqualTo(401);
          assertThat(answer.one("WWW-Authenticate"))
              .isEqualTo(
                  "Bearer realm=\"marquee\""
                      + (token.isEmpty() ? "" : ", error=\"invalid_token\""));
          assertThat(answer.all("RateLimit")).isEmpty();
        }
      }
    }
    assertThat(with("").get("/none").status()).isEqualTo(404);
    String token = key.secret().text();
    for (String sound : List.of("bearer ", "BEARER ", "Bearer   ")) {
      assertThat(with("").get("/v1/films", "Authorization: " + sound + token).status())
          .isEqualTo(200);
    }
    for (String wrong :
        List.of("Basic " + token, token, "Bearer" + token, "Bearer " + token + ",x")) {
      assertThat(with("").get("/v1/films", "Authorization: " + wrong).status()).isEqualTo(401);
    }
    assertThat(with(token).get("/v1/films", "Authorization: Bearer " + token).status())
        .isEqualTo(401);
  }

  @Test
  void a_flood_of_wrong_keys_is_429_for_all_keys_of_its_address() {
    Gateway.BuiltIn gateway = new Gateway.BuiltIn(new FailedAuthentications(20, System::nanoTime));
    try (ServingNode strict = ServingNode.on(world.database(), gateway);
        Client wrong = new Client(strict.address(), WRONG);
        Client right = new Client(strict.address(), key.secret().text())) {
      assertThat(right.get("/v1/films").status()).isEqualTo(200);
      for (int time = 0; time < 20; time++) {
        assertThat(wrong.get("/v1/films").status()).isEqualTo(401);
      }
      for (Client client : List.of(wrong, right)) {
        for (String target : List.of("/v1/films", "/v1/none")) {
          Answer blocked = client.get(target);
          assertThat(blocked.status()).isEqualTo(429);
          assertThat(blocked.code()).isEqualTo("rate_limited");
          assertThat(Integer.parseInt(blocked.one("Retry-After"))).isBetween(1, 60);
          assertThat(blocked.all("RateLimit")).isEmpty();
        }
      }
    }
  }

  @Test
  void changes_take_effect_within_two_seconds() {
    becomes(200, "");
    grant("unlimited", null);
    Instant end = Instant.now().plus(TAKES_EFFECT);
    while (!client.get("/v1/films").all("RateLimit").isEmpty()) {
      assertThat(Instant.now()).isBefore(end);
      pause();
    }
    book.suspend("house");
    becomes(403, "forbidden");
    assertThat(client.get("/v1/none").code()).isEqualTo("forbidden");
    book.resume("house");
    becomes(200, "");
    book.revokeEntitlement("house");
    becomes(403, "entitlement_required");
    assertThat(client.get("/v1/none").code()).isEqualTo("entitlement_required");
    assertThat(client.ask("POST", "/v1/films").code()).isEqualTo("entitlement_required");
    remaining(client.get("/v1/films?limit=0"));
    grant("unlimited", Instant.now().truncatedTo(ChronoUnit.MICROS).plusSeconds(4));
    becomes(200, "");
    becomes(403, "entitlement_required");
    grant("unlimited", null);
    becomes(200, "");
    book.revokeKey(key.key().id());
    becomes(401, "unauthorized");
  }
}
