package org.marquee.site.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jsoup.Jsoup;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.body.FormUpload;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.http.message.Response;
import org.marquee.listing.SourceTerms;
import org.marquee.notice.KeptReports;
import org.marquee.site.frame.Assets;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.PageResponses;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.Visit;
import org.marquee.site.frame.WebHosts;

/// Whose feeds are taken, and what a visitor is told where this machine has no room for one.
@NullMarked
class FeedSubmissionsTest {
  private static final String NO_ROOM = "No space left on device";
  private static final SiteSettings PUBLIC =
      new SiteSettings(
          "Rex Guide",
          null,
          null,
          null,
          SiteSettings.Audience.PUBLIC,
          SiteSettings.Indexing.RECORDS,
          "http",
          0,
          SiteSettings.Audience.PUBLIC,
          new CheckLimits(1 << 20, Duration.ofSeconds(20), 0),
          OtherSites.NONE);

  /// A check that has no room.
  private static final class Full implements FeedCheck {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public Set<String> formats() {
      return Set.of("marquee");
    }

    @Override
    public Outcome check(Feed feed, CheckLimits limits, Watcher watcher) throws IOException {
      if (feed.name().equals("slow")) {
        begun.countDown();
        assertThatCode(goOn::await).doesNotThrowAnyException();
      }
      throw new IOException(NO_ROOM);
    }

    @Override
    public Optional<MappingLook> look(Feed feed, CheckLimits limits, Map<String, String> said) {
      return Optional.empty();
    }

    @Override
    public boolean fetch(URI address, Path file, CheckLimits limits) throws IOException {
      throw new IOException(NO_ROOM);
    }
  }

  private static final KeptReports NONE =
      new KeptReports() {
        @Override
        public void keep(String id, byte[] page) {
          throw new AssertionError("nothing is kept");
        }

        @Override
        public Optional<byte[]> find(String id) {
          return Optional.empty();
        }
      };

  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Full check = new Full();
  private final Path folder;
  private HttpServer server;

  FeedSubmissionsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    server = serve(SiteSettings.ofOperators("Rex Guide", CheckLimits.USUAL));
  }

  private HttpServer serve(SiteSettings settings) throws IOException {
    Router.Builder routes = Router.builder(Cors.OFF);
    Assets assets = Assets.addTo(routes, reading);
    FeedSubmissions feeds =
        new FeedSubmissions(
            check,
            NONE,
            settings,
            new PageResponses(settings, "same-origin", WebHosts.NONE),
            reading,
            request ->
                Visit.of(request, settings, assets, SourceTerms.TermsOf.NONE, Instant.EPOCH));
    routes.get("/validate", feeds);
    routes.route("POST", "/validate", feeds.body(), feeds);
    routes.route(
        "POST",
        "/form",
        BodyLimit.of(1 << 20, Duration.ofSeconds(20)),
        (request, reply) ->
            reply.sendFrom(
                reading,
                request,
                () -> {
                  String fault = "none";
                  try {
                    FormUpload.read(request, folder.resolve("gone/feed"));
                  } catch (IOException e) {
                    fault = e.getClass().getSimpleName();
                  }
                  return Response.of(200, "text/plain", fault.getBytes(UTF_8));
                }));
    return HttpServer.start(
        ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        routes.build());
  }

  @AfterEach
  void stop() {
    check.goOn.countDown();
    server.close();
    reading.close();
    client.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String target) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + server.address().getPort() + target));
  }

  @Test
  void an_address_has_one_place_on_the_public_port() throws Exception {
    server.close();
    server = serve(PUBLIC);
    CompletableFuture<HttpResponse<String>> first =
        client.sendAsync(
            to("/validate?name=slow").POST(BodyPublishers.ofString("{}")).build(),
            BodyHandlers.ofString());
    check.begun.await();
    // This one would not even wait for its turn.
    HttpRequest.Builder second = to("/validate?format=nothing");
    assertThat(send(second.POST(BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(503);
    check.goOn.countDown();
    assertThat(first.get().statusCode()).isEqualTo(200);
    int status;
    do {
      status = send(second.POST(BodyPublishers.ofString("{}"))).statusCode();
    } while (status == 503);
    assertThat(status).as("its place is free again").isEqualTo(400);
  }

  /// A port without TLS gets neither of the fields that tell where a link of a page leads from.
  @Test
  void a_page_elsewhere_has_no_address_fetched_by_a_link_or_a_picture() throws Exception {
    String target = "/validate?url=https://rex.example/feed";
    String browser = "Mozilla/5.0";
    String own = to("/validate").build().uri().toString();
    assertThat(send(to(target).header("User-Agent", browser)).statusCode()).isEqualTo(403);
    for (String other : List.of("http://evil.example/", "http://evil.example/?" + own, "")) {
      assertThat(send(to(target).headers("User-Agent", browser, "Referer", other)).statusCode())
          .as(other)
          .isEqualTo(403);
    }
    assertThat(send(to(target).headers("User-Agent", browser, "Referer", own)).statusCode())
        .as("the form itself, which finds no room")
        .isEqualTo(503);
  }

  @Test
  void a_file_that_cannot_be_kept_is_no_fault_of_its_sender() throws Exception {
    HttpResponse<String> answer = send(to("/validate?url=https://rex.example/feed"));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(Jsoup.parse(answer.body()).select("[role=alert]").text())
        .isEqualTo(
            "The service cannot keep the file while it is checked. Try again later. " + NO_ROOM);
  }

  @Test
  void a_check_that_fails_in_the_middle_ends_with_a_whole_page() throws Exception {
    HttpResponse<String> answer =
        send(to("/validate").POST(BodyPublishers.ofString("{\"type\":\"feed\"}")));
    assertThat(answer.body().strip()).endsWith("</html>");
    assertThat(Jsoup.parse(answer.body()).select(".checked").text())
        .startsWith("The service cannot keep the file");
  }

  @Test
  void a_form_whose_file_finds_no_place_is_not_malformed() throws Exception {
    String form =
        "--x\r\nContent-Disposition: form-data; name=\"feed\"; filename=\"f\"\r\n\r\n%s\r\n--x--\r\n"
            .formatted("a".repeat(100_000));
    HttpResponse<String> answer =
        send(
            to("/form")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(BodyPublishers.ofString(form)));
    assertThat(answer.body()).isNotEqualTo("Malformed").contains("Exception");
  }
}
