package org.marquee.app.service;

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
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.app.Shell;
import org.marquee.http.SelfSigned;
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

  private final TestDatabase database = MigratedDatabase.create();
  private final SelfSigned certificate = SelfSigned.make();
  @TempDir Path folder;

  private Shell shell() {
    return new Shell(folder.resolve("home"), database);
  }

  private void organization(String name) {
    shell().run("organization", "create", name).succeeds();
    shell().run("entitlement", "grant", name, "--plan", "unlimited").succeeds();
  }

  private ServingProcess node() throws IOException {
    return ServingProcess.start(
        folder,
        database,
        Map.of("MARQUEE_GATEWAY_HEADER", "X-Organization", "MARQUEE_GATEWAY_PEERS", TESTER));
  }

  private FrontProxy front(String file, ServingProcess node) throws IOException {
    Path place = Files.createTempDirectory(folder, "front");
    Files.writeString(
        place.resolve("marquee.keys"),
        """
        "Bearer key-of-acme" acme;
        "Bearer key-of-beta" beta;
        "Bearer key-of-gone" gone;
        "Bearer key-of-town" town;
        """);
    return FrontProxy.start(
        file,
        certificate,
        place,
        node,
        // The first of two nodes does not exist.
        text -> text.replace("10.0.1.11", "127.0.0.99"));
  }

  /// A caller that the gateway knows: nginx is one, and in front of Varnish this is the gateway.
  private FrontCaller caller(String file, FrontProxy front, String organization) {
    return file.equals(NGINX)
        ? new FrontCaller(
            certificate,
            TESTER,
            "https://" + TESTER + ":" + front.port(),
            "Authorization",
            "Bearer key-of-" + organization)
        : new FrontCaller(
            certificate,
            TESTER,
            "http://" + TESTER + ":" + front.port(),
            "X-Organization",
            organization);
  }

  private static void take(World world, int number) {
    world.full(
        "2026-03-%02dT06:00:00Z".formatted(number),
        "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris %d\"}".formatted(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {NGINX, VARNISH})
  void a_node_decides_about_each_request_and_counts_it_and_what_is_not_a_page_passes(String file)
      throws Exception {
    organization("acme");
    organization("beta");
    organization("gone");
    organization("town");
    shell().run("entitlement", "revoke", "gone").succeeds();
    try (World world = World.on(MigratedDatabase.open(database));
        ServingProcess node = node();
        FrontProxy front = front(file, node);
        FrontCaller acme = caller(file, front, "acme");
        FrontCaller beta = caller(file, front, "beta");
        FrontCaller gone = caller(file, front, "gone").ready();
        FrontCaller nobody = caller(file, front, "nobody")) {
      take(world, 1);
      String films = "/v1/films?limit=5";
      Patience.await(() -> gone.get("/v1/films").statusCode() == 403);

      HttpResponse<String> first = acme.get(films);
      while (!first.body().contains("Solaris 1")) {
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

      take(world, 2);
      Patience.await(() -> beta.get(films).body().contains("Solaris 2"));

      shell().run("entitlement", "revoke", "acme").succeeds();
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
      node.process().destroy();
      assertThat(node.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(usage("acme").get("requests").asInt()).isEqualTo(acme.answered());
      assertThat(usage("beta").get("requests").asInt()).isEqualTo(beta.answered());
      assertThat(usage("gone").get("errors").asInt()).isEqualTo(gone.answered());
      assertThat(usage("beta").get("errors").asInt()).isZero();
      assertThat(usage("beta").get("notModified").asInt()).isGreaterThan(50);
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

  private JsonNode usage(String organization) {
    return shell().run("usage", organization, "--json").succeeds().json().get(0);
  }

  private void whatIsNotAPagePassesAndNobodyNamesAnOrganizationHimself(
      String file, FrontProxy front) throws Exception {
    try (FrontCaller town = caller(file, front, "town");
        FrontCaller stranger =
            new FrontCaller(
                certificate,
                "127.0.0.5",
                (file.equals(NGINX) ? "https://" : "http://") + TESTER + ":" + front.port(),
                "X-Organization",
                "town")) {
      FrontProxyTest.shows_changes_as_they_come(town, database);
      assertThat(town.get("/v1/films").statusCode()).isEqualTo(200);
      assertThat(stranger.get("/v1/films").statusCode()).isEqualTo(401);
      assertThat(town.get("/v1/films.csv?all=true").body()).contains("Solaris");
      assertThat(town.get("/v1/usage").statusCode()).isEqualTo(200);
      assertThat(FrontProxyTest.posted(town, "/v1/films", 65_537)).isEqualTo(413);
    }
  }
}
