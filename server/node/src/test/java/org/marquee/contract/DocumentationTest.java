package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.node.RunningService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The served documentation, and that the interface keeps the served contract.
@NullMarked
class DocumentationTest {
  private static final List<String> PAGES =
      List.of("/docs", "/docs/guide", "/docs/api", "/docs/examples", "/docs/search?q=key");

  private static RunningService service;

  @BeforeAll
  static void open() {
    service = RunningService.start();
  }

  @AfterAll
  static void close() {
    service.close();
  }

  private static HttpResponse<String> get(String target, String... headers) {
    return service.ask(target, headers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/openapi.json",
        "/openapi.yaml",
        "/docs",
        "/docs/guide",
        "/docs/operations",
        "/docs/architecture.svg",
        "/docs/examples/harbour.yaml"
      })
  void the_documents_need_no_key_and_may_be_kept(String path) {
    HttpResponse<String> first = get(path);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("Cache-Control")).contains("public, max-age=300");
    String tag = first.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again = get(path, "If-None-Match", tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.headers().firstValue("ETag")).contains(tag);
    assertThat(get(path, "If-None-Match", "W/\"x\"").statusCode()).isEqualTo(200);
    assertThat(get(path, "If-Match", tag).statusCode()).isEqualTo(412);
    HttpResponse<String> packed = get(path, "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("ETag")).contains(tag);
    assertThat(packed.headers().firstValue("Vary").orElseThrow()).contains("Accept-Encoding");
    if (first.body().length() > 1024) {
      assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    }
  }

  @Test
  void the_served_documents_are_the_contract() {
    assertThat(get("/openapi.json").body()).isEqualTo(new String(Contract.written().json(), UTF_8));
    assertThat(get("/openapi.yaml").body()).isEqualTo(new String(Contract.written().yaml(), UTF_8));
  }

  @Test
  void what_leads_nowhere_leads_to_the_documentation() {
    HttpResponse<String> home = get("/");
    assertThat(home.statusCode()).isEqualTo(302);
    assertThat(home.headers().firstValue("Location")).contains("/docs");
    assertThat(get("/nothing").body()).contains("/docs");
    assertThat(get("/v1/films").body()).contains("/docs");
    assertThat(service.get("/v1/nothing").body()).contains("/docs");
  }

  @Test
  void pages_keep_a_strict_policy_and_all_that_they_name_is_there() {
    for (String path : PAGES) {
      HttpResponse<String> answer = get(path);
      String policy = answer.headers().firstValue("Content-Security-Policy").orElseThrow();
      assertThat(policy).startsWith("default-src 'none'").doesNotContain("unsafe");
      Document page = Jsoup.parse(answer.body());
      assertThat(page.select("style, [style], script:not([src])")).isEmpty();
      assertThat(page.select("*").stream().flatMap(each -> each.attributes().asList().stream()))
          .noneMatch(attribute -> attribute.getKey().startsWith("on"));
      assertThat(page.selectFirst("html[lang] title")).isNotNull();
      assertThat(page.select("article[lang=en], section[lang=en]")).isNotEmpty();
      for (Element link : page.select("[href], [src]")) {
        String to = link.hasAttr("href") ? link.attr("href") : link.attr("src");
        if (to.startsWith("#")) {
          assertThat(page.getElementById(to.substring(1))).as(to).isNotNull();
        } else if (!to.startsWith("data:")) {
          assertThat(to).startsWith("/");
          // Of records there are none here; RunningDocumentsTest asks where there are.
          assertThat(to.startsWith("/v1/") ? 200 : get(to).statusCode()).as(to).isLessThan(400);
        }
      }
    }
  }

  @Test
  void the_frame_is_in_the_language_of_the_visitor_and_the_text_in_english() {
    HttpResponse<String> answer = get("/docs/feeds", "Accept-Language", "de");
    assertThat(answer.headers().firstValue("Vary").orElseThrow()).contains("Accept-Language");
    Document page = Jsoup.parse(answer.body());
    assertThat(page.select("html").attr("lang")).isEqualTo("de");
    assertThat(page.select("article").attr("lang")).isEqualTo("en");
    assertThat(page.select("summary").text()).contains("Dokumente");
    assertThat(Jsoup.parse(get("/docs/feeds").body()).select("summary").text())
        .contains("Documents");
    assertThat(page.select("[aria-current=page]").attr("href")).isEqualTo("/docs/feeds");
  }

  @Test
  void a_port_without_pages_offers_only_documents() {
    Document page = Jsoup.parse(get("/docs").body());
    assertThat(page.select("a[href^=/near], a[href^=/new], form[action=/search]")).isEmpty();
    assertThat(page.select("form[action=/docs/search]")).hasSize(1);
    HttpResponse<String> missing = get("/docs/nothing");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).contains("<h1>");
  }

  @Test
  void what_is_searched_for_is_shown_as_text() {
    HttpResponse<String> answer =
        get("/docs/search?q=" + URLEncoder.encode("key <script>alert(1)</script>", UTF_8));
    Document page = Jsoup.parse(answer.body());
    assertThat(page.select("h1").text()).contains("<script>alert(1)</script>");
    assertThat(page.select("script:not([src])")).isEmpty();
    assertThat(page.select("mark")).isNotEmpty();
  }

  @Test
  void the_guide_names_every_operation_error_and_reason() {
    JsonNode contract = JsonMapper.shared().readTree(get("/openapi.json").body());
    Document page = Jsoup.parse(get("/docs/guide").body());
    assertThat(page.select("pre").getFirst().text()).contains("/v1/programme?");
    String guide = page.text();
    assertThat(guide).contains(contract.get("paths").propertyNames()).contains("POST /mcp");
    for (String pointer :
        List.of(
            "/components/schemas/ErrorBody/properties/code/enum",
            "/components/schemas/Violation/properties/reason/x-extensible-enum")) {
      for (JsonNode value : contract.at(pointer)) {
        assertThat(guide).contains(value.asString());
      }
    }
  }

  /// Every request is made from the served documents alone.
  @Test
  void every_parameter_that_the_contract_names_is_known_and_every_other_is_refused() {
    JsonNode contract = JsonMapper.shared().readTree(get("/openapi.json").body());
    TreeSet<String> names = new TreeSet<>(List.of("nonsense", "page", "sort"));
    contract
        .findValues("parameters")
        .forEach(list -> list.forEach(each -> names.add(each.path("name").asString("nonsense"))));
    contract
        .get("paths")
        .properties()
        .forEach(path -> {
          String target = path.getKey();
          if (target.startsWith("/v1/bulk")) {
            return; // This service makes no bulk files.
          }
          List<String> declared = new ArrayList<>();
          for (JsonNode parameter : path.getValue().at("/get/parameters")) {
            String name = parameter.path("name").asString("");
            if (parameter.path("in").asString("").equals("path")) {
              target = target.replace("{" + name + "}", parameter.get("example").asString());
            } else if (parameter.path("in").asString("").equals("query")) {
              declared.add(name);
              assertThat(violations(target, name, example(parameter))).doesNotContain(name);
            }
          }
          for (String name : names) {
            if (!declared.contains(name)) {
              assertThat(violations(target, name, "1")).as(target).contains(name + " unknown");
            }
          }
        });
  }

  private static String example(JsonNode parameter) {
    JsonNode example = parameter.get("example");
    return example.isArray() ? example.get(0).asString() : example.asString();
  }

  /// Reasons that depend on other parameters, or on the data.
  private static final Set<String> ELSEWHERE = Set.of("required_together", "unknown_postcode");

  /// What is wrong with a parameter in a request that has no other: `limit`, or `page unknown`.
  private static List<String> violations(String target, String name, String value) {
    HttpResponse<String> answer =
        service.get(target + "?" + name + "=" + URLEncoder.encode(value, UTF_8));
    List<String> found = new ArrayList<>();
    if (answer.statusCode() == 200) {
      return found;
    }
    for (JsonNode each :
        JsonMapper.shared().readTree(answer.body()).at("/error/details/violations")) {
      String reason = each.get("reason").asString();
      // Which places there are depends on the data, too.
      boolean elsewhere =
          ELSEWHERE.contains(reason) || (name.equals("place") && reason.equals("unknown_value"));
      if (each.get("parameter").asString().equals(name) && !elsewhere) {
        found.add(reason.equals("unknown") ? name + " unknown" : name);
      }
    }
    return found;
  }
}
