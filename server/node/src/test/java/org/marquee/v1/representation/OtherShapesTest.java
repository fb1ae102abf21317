package org.marquee.v1.representation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.access.IssuedKey;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Lists as CSV and lines of JSON, whole lists, and calendars, over HTTP (docs/api.md, "Other
/// shapes").
@NullMarked
class OtherShapesTest extends ServedShapes {
  /// A list in another form.
  private String as(String form, String target) {
    int query = target.indexOf('?');
    return query < 0
        ? target + "." + form
        : target.substring(0, query) + "." + form + target.substring(query);
  }

  private String and(String target, String more) {
    return target + (target.contains("?") ? "&" : "?") + more;
  }

  private List<String> lists() {
    String cinema =
        JsonMapper.shared().readTree(text(get("/v1/cinemas"))).at("/data/0/id").asString();
    return List.of(
        "/v1/showtimes?" + WINDOW,
        "/v1/attributes",
        "/v1/films",
        "/v1/cinemas?latitude=51.38&longitude=-1.1",
        "/v1/screens?cinemaId=" + cinema,
        "/v1/chains");
  }

  @Test
  void a_list_has_the_same_page_in_each_form_and_its_link_stays_in_it() {
    for (String list : lists()) {
      HttpResponse<byte[]> json = get(and(list, "limit=7"));
      List<String> records = new ArrayList<>();
      for (JsonNode record : JsonMapper.shared().readTree(text(json)).get("data")) {
        records.add(record.toString());
      }
      for (String form : List.of("csv", "ndjson")) {
        String type = form.equals("csv") ? "text/csv" : "application/x-ndjson";
        HttpResponse<byte[]> byPath = get(as(form, and(list, "limit=7")));
        HttpResponse<byte[]> chosen = get(and(list, "limit=7"), "Accept", type);
        assertThat(field(byPath, "Content-Type")).startsWith(type);
        assertThat(field(chosen, "Content-Type")).isEqualTo(field(byPath, "Content-Type"));
        assertThat(chosen.body()).isEqualTo(byPath.body());
        assertThat(field(chosen, "Vary")).isEqualTo("Authorization, Accept, Accept-Encoding");
        assertThat(field(byPath, "Vary")).isEqualTo("Authorization, Accept-Encoding");
        assertThat(field(chosen, "ETag")).isNotEqualTo(field(json, "ETag"));
        assertThat(field(chosen, "Link").isEmpty()).isEqualTo(field(json, "Link").isEmpty());
        assertThat(field(chosen, "Link"))
            .isEqualTo(
                field(json, "Link").replaceFirst("</v1/([a-z]+)\\?", "</v1/$1." + form + "\\?"));
      }
      assertThat(text(get(as("ndjson", and(list, "limit=7")))).lines()).isEqualTo(records);
      assertThat(text(get(as("csv", and(list, "limit=7")))).split("\r\n", -1))
          .hasSize(records.size() + 2);
    }
  }

  /// The contract says so in its first lines.
  @Test
  void a_form_that_an_operation_does_not_have_is_answered_in_json() {
    String programme = "/v1/programme?latitude=51.37&longitude=1.13";
    for (String accept : List.of("text/csv", "application/xml", "application/json;q=0")) {
      HttpResponse<byte[]> answer = get(programme, "Accept", accept);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(field(answer, "Content-Type")).isEqualTo("application/json");
      assertThat(answer.body()).isEqualTo(get(programme).body());
    }
  }

  @Test
  void rows_are_asked_for_again_in_the_ways_of_json() {
    String target = as("csv", "/v1/films?limit=50");
    String tag = field(get(target), "ETag");
    assertThat(send("GET", target, "If-None-Match", tag).statusCode()).isEqualTo(304);
    HttpResponse<byte[]> kept = get(target, "Accept-Encoding", "gzip");
    assertThat(field(kept, "Content-Encoding")).isEqualTo("gzip");
    assertThat(field(kept, "ETag")).isEqualTo(tag);
    assertThat(unpacked(kept.body())).isEqualTo(get(target).body());
    HttpResponse<byte[]> head = send("HEAD", target);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(field(head, "ETag")).isEqualTo(tag);
    assertThat(send("GET", as("csv", "/v1/films?limit=0")).statusCode()).isEqualTo(400);
    assertThat(send("GET", "/v1/films.csv", "Authorization", "Bearer x").statusCode())
        .isEqualTo(401);
    assertThat(send("GET", "/v1/films.xml").statusCode()).isEqualTo(404);
  }

  private byte[] unpacked(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_whole_list_is_all_of_its_pages() {
    for (String list : lists()) {
      StringBuilder pages = new StringBuilder();
      String next = as("ndjson", and(list, "limit=60"));
      while (!next.isEmpty()) {
        HttpResponse<byte[]> page = get(next);
        pages.append(text(page));
        next = field(page, "Link").replaceAll("<|>.*", "");
      }
      HttpResponse<byte[]> whole = get(as("ndjson", and(list, "all=true")));
      assertThat(text(whole)).isEqualTo(pages.toString());
      assertThat(field(whole, "Link")).isEmpty();
      HttpResponse<byte[]> chosen = get(and(list, "all=true"), "Accept", "application/x-ndjson");
      assertThat(chosen.body()).isEqualTo(whole.body());
      HttpResponse<byte[]> packed =
          get(as("ndjson", and(list, "all=true")), "Accept-Encoding", "gzip");
      assertThat(unpacked(packed.body())).isEqualTo(whole.body());
      String tag = field(whole, "ETag");
      assertThat(tag).startsWith("W/");
      assertThat(
              send("GET", as("ndjson", and(list, "all=true")), "If-None-Match", tag).statusCode())
          .isEqualTo(304);
      HttpResponse<byte[]> head = send("HEAD", as("ndjson", and(list, "all=true")));
      assertThat(field(head, "ETag")).isEqualTo(tag);
      assertThat(head.body()).isEmpty();
    }
  }

  @Test
  void whoever_has_a_whole_list_may_ask_for_the_next_at_once() {
    String list = "/v1/films.csv?all=true";
    String tag = field(get(list), "ETag");
    for (int round = 0; round < Rounds.of(150); round++) {
      assertThat(send("GET", list, "If-None-Match", tag).statusCode()).isEqualTo(304);
      assertThat(send("HEAD", list).statusCode()).isEqualTo(200);
      assertThat(get(list, "Accept-Encoding", "gzip").statusCode()).isEqualTo(200);
      assertThat(get(list).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_whole_list_has_no_pages_and_no_other_form() {
    assertThat(faults("/v1/films.csv?all=true&limit=3&cursor=x"))
        .containsExactlyInAnyOrder(
            "cursor malformed", "limit not_allowed_together", "cursor not_allowed_together");
    assertThat(faults("/v1/films?all=true")).containsExactly("all unknown");
    assertThat(faults("/v1/showtimes.ndjson?all=true"))
        .containsExactlyInAnyOrder("startsAfter required", "startsBefore required");
    assertThat(faults("/v1/cinemas.csv?all=true&postcode=ZZ9"))
        .containsExactly("postcode unknown_postcode");
    assertThat(get("/v1/films.csv?all=false&limit=3").body())
        .isEqualTo(get("/v1/films.csv?limit=3").body());
  }

  private List<String> faults(String target) {
    HttpResponse<byte[]> answer = send("GET", target);
    assertThat(answer.statusCode()).isEqualTo(400);
    List<String> faults = new ArrayList<>();
    for (JsonNode fault :
        JsonMapper.shared().readTree(answer.body()).at("/error/details/violations")) {
      faults.add(fault.get("parameter").asString() + " " + fault.get("reason").asString());
    }
    return faults;
  }

  @Test
  void whole_lists_are_for_plans_that_include_them() {
    String trial = "Bearer " + keyOf("taster", "trial", IssuedKey.Scope.API);
    HttpResponse<byte[]> refused = send("GET", "/v1/films.csv?all=true", "Authorization", trial);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(text(refused)).contains("\"forbidden\"", "page by page");
    assertThat(send("GET", "/v1/films.csv", "Authorization", trial).statusCode()).isEqualTo(200);
    String standard = "Bearer " + keyOf("payer", "standard", IssuedKey.Scope.API);
    HttpResponse<byte[]> whole = send("GET", "/v1/films.csv?all=true", "Authorization", standard);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(field(whole, "RateLimit")).startsWith("\"standard\";r=59");
  }

  @Test
  void the_programme_is_linked_data_for_those_who_choose_it() {
    String target = "/v1/programme?latitude=51.38&longitude=-1.14&date=" + DAY;
    HttpResponse<byte[]> linked = get(target, "Accept", "application/ld+json");
    assertThat(field(linked, "Content-Type")).isEqualTo("application/ld+json");
    assertThat(field(linked, "Vary")).isEqualTo("Authorization, Accept, Accept-Encoding");
    JsonNode graph = JsonMapper.shared().readTree(linked.body()).get("@graph");
    int events = 0;
    for (JsonNode node : graph) {
      events += node.get("@type").asString().equals("ScreeningEvent") ? 1 : 0;
    }
    assertThat(text(get(target)).split("\"startsAt\"", -1)).hasSize(events + 1);
    assertThat(events).isPositive();
    String tag = field(linked, "ETag");
    assertThat(
            send("GET", target, "Accept", "application/ld+json", "If-None-Match", tag).statusCode())
        .isEqualTo(304);
    assertThat(send("GET", target, "If-None-Match", tag).statusCode()).isEqualTo(200);
  }
}
