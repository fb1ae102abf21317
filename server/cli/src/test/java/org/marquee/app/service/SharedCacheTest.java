package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.app.Shell;
import org.marquee.http.SelfSigned;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;

/// The shared caches of `deploy`, in front of a real node in trusted-header mode.
@NullMarked
@Timeout(240)
class SharedCacheTest {
  private static final String TESTER = "127.0.0.1";
  private static final String NGINX = "nginx/cache.conf";
  private static final String VARNISH = "varnish/marquee.vcl";

  private static final SelfSigned CERTIFICATE = SelfSigned.make();
  @TempDir private static Path folder = Path.of("");
  private static TestDatabase database;
  private static ServingProcess node;

  /// The answers that the organizations of each cache got.
  private static final List<Answered> ANSWERED = new ArrayList<>();

  private static int imports;

  private record Answered(String front, int acme, int beta, int gone) {}

  /// One node is behind both caches. The organizations of each are others, and there before it.
  @BeforeAll
  static void start() throws IOException {
    database = MigratedDatabase.create();
    for (String file : List.of(NGINX, VARNISH)) {
      for (String name : List.of("acme", "beta", "gone", "town")) {
        organization(named(file, name));
      }
      shell().run("entitlement", "revoke", named(file, "gone")).succeeds();
    }
    node =
        ServingProcess.start(
            folder,
            database,
            Map.of("MARQUEE_GATEWAY_HEADER", "X-Organization", "MARQUEE_GATEWAY_PEERS", TESTER));
  }

  /// What it has counted is stored when it ends.
  @AfterAll
  static void each_answer_was_counted() throws InterruptedException {
    try (ServingProcess ending = node) {
      ending.process().destroy();
      assertThat(ending.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    for (Answered each : ANSWERED) {
      String front = each.front();
      assertThat(usage(front, "acme").get("requests").asInt()).as(front).isEqualTo(each.acme());
      assertThat(usage(front, "beta").get("requests").asInt()).as(front).isEqualTo(each.beta());
      assertThat(usage(front, "gone").get("errors").asInt()).as(front).isEqualTo(each.gone());
      assertThat(usage(front, "beta").get("errors").asInt()).as(front).isZero();
      assertThat(usage(front, "beta").get("notModified").asInt()).as(front).isGreaterThan(50);
    }
  }

  private static Shell shell() {
    return new Shell(folder.resolve("home"), database);
  }

  /// What an organization of a cache is called.
  private static String named(String file, String organization) {
    return organization + (file.equals(NGINX) ? "-nginx" : "-varnish");
  }

  private static void organization(String name) {
    shell().run("organization", "create", name).succeeds();
    shell().run("entitlement", "grant", name, "--plan", "unlimited").succeeds();
  }

  private static FrontProxy front(String file) throws IOException {
    Path place = Files.createTempDirectory(folder, "front");
    Files.writeString(
        place.resolve("marquee.keys"),
        """
        "Bearer key-of-acme" acme-nginx;
        "Bearer key-of-beta" beta-nginx;
        "Bearer key-of-gone" gone-nginx;
        "Bearer key-of-town" town-nginx;
        """);
    return FrontProxy.start(
        file,
        CERTIFICATE,
        place,
        node,
        // The first of two nodes does not exist.
        text -> text.replace("10.0.1.11", "127.0.0.99"));
  }

  /// A caller that the gateway knows: nginx is one, and in front of Varnish this is the gateway.
  private static FrontCaller caller(String file, FrontProxy front, String organization) {
    return file.equals(NGINX)
        ? new FrontCaller(
            CERTIFICATE,
            TESTER,
            "https://" + TESTER + ":" + front.port(),
            "Authorization",
            "Bearer key-of-" + organization)
        : new FrontCaller(
            CERTIFICATE,
            TESTER,
            "http://" + TESTER + ":" + front.port(),
            "X-Organization",
            named(file, organization));
  }

  /// Imports a film with a new title.
  ///
  /// @return the title
  private static String take(World world) {
    String title = "Stalker " + ++imports;
    world
        .take(
            "north",
            Shrinking.REFUSED,
            (World.header("full", "2026-03-%02dT06:00:00Z".formatted(imports), "")
                    + "\n{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"%s\"}"
                        .formatted(title))
                .getBytes(UTF_8))
        .rowCounts();
    return title;
  }

  @ParameterizedTest
  @ValueSource(strings = {NGINX, VARNISH})
  void a_node_decides_about_each_request_and_counts_it_and_what_is_not_a_page_passes(String file)
      throws Exception {
    try (World world = World.on(MigratedDatabase.open(database));
        FrontProxy front = front(file);
        FrontCaller acme = caller(file, front, "acme");
        FrontCaller beta = caller(file, front, "beta");
        FrontCaller gone = caller(file, front, "gone").ready();
        FrontCaller nobody = caller(file, front, "nobody")) {
      String title = take(world);
      String films = "/v1/films?limit=5";
      Patience.await(() -> gone.get("/v1/films").statusCode() == 403);

      HttpResponse<String> first = acme.get(films);
      while (!first.body().contains(title)) {
        LockSupport.parkNanos(30_000_000);
        first = acme.get(films);
      }
      HttpResponse<String> again = acme.get(films);
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.headers().firstValue("ETag")).isEqualTo(first.headers().firstValue("ETag"));
      assertThat(again.headers().allValues("X-Request-Id"))
          .hasSize(1)
          .doesNotContainAnyElementsOf(first.headers().allValues("X-Request-Id"));
      assertThat(beta.get(films).body()).isEqualTo(first.body());
      assertThat(gone.get(films).statusCode()).isEqualTo(403);
      assertThat(nobody.get(films).statusCode()).isEqualTo(401);
      assertThat(beta.get(films).statusCode()).isEqualTo(200);
      HttpResponse<String> unchanged =
          beta.send(
              beta.request(films)
                  .header("If-None-Match", first.headers().firstValue("ETag").orElseThrow()));
      assertThat(unchanged.statusCode()).isEqualTo(304);

      String next = take(world);
      Patience.await(() -> beta.get(films).body().contains(next));

      shell().run("entitlement", "revoke", named(file, "acme")).succeeds();
      Patience.await(() -> acme.get(films).statusCode() == 403);
      assertThat(
              acme.send(
                      acme.request(films)
                          .header(
                              "If-None-Match", beta.get(films).headers().firstValue("ETag").get()))
                  .statusCode())
          .isEqualTo(403);
      assertThat(beta.get(films).statusCode()).isEqualTo(200);

      sideBySide(beta, gone, films);
      whatIsNotAPagePassesAndNobodyNamesAnOrganizationHimself(file, front);
      ANSWERED.add(new Answered(file, acme.answered(), beta.answered(), gone.answered()));
    }
  }

  /// Two organizations ask for the same at the same time, while what is stored grows old.
  private static void sideBySide(FrontCaller entitled, FrontCaller refused, String target)
      throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> mine = new ArrayList<>();
      List<Future<Integer>> others = new ArrayList<>();
      for (int time = 0; time < 200; time++) {
        mine.add(threads.submit(() -> entitled.get(target).statusCode()));
        others.add(threads.submit(() -> refused.get(target).statusCode()));
      }
      for (int time = 0; time < 200; time++) {
        assertThat(mine.get(time).get()).isEqualTo(200);
        assertThat(others.get(time).get()).isEqualTo(403);
      }
    }
  }

  private static JsonNode usage(String file, String organization) {
    return shell().run("usage", named(file, organization), "--json").succeeds().json().get(0);
  }

  private static void whatIsNotAPagePassesAndNobodyNamesAnOrganizationHimself(
      String file, FrontProxy front) throws Exception {
    try (FrontCaller town = caller(file, front, "town");
        FrontCaller stranger =
            new FrontCaller(
                CERTIFICATE,
                "127.0.0.5",
                (file.equals(NGINX) ? "https://" : "http://") + TESTER + ":" + front.port(),
                "X-Organization",
                named(file, "town"))) {
      FrontProxyTest.shows_changes_as_they_come(town, database);
      assertThat(town.get("/v1/films").statusCode()).isEqualTo(200);
      assertThat(stranger.get("/v1/films").statusCode()).isEqualTo(401);
      assertThat(town.get("/v1/films.csv?all=true").body()).contains("Solaris");
      assertThat(town.get("/v1/usage").statusCode()).isEqualTo(200);
      assertThat(FrontProxyTest.posted(town, "/v1/films", 65_537)).isEqualTo(413);
    }
  }
}
