package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.conformance.Client.Answer;
import org.marquee.conformance.Client.Field;

/// HEAD, tags and packing (docs/api.md, "Header fields" and "Conditional requests").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class ConditionsTest {
  private final Town town;
  private final List<String> targets;

  ConditionsTest(Town town) {
    this.town = town;
    String film = town.id(town.model.all("film").getFirst().key());
    String cinema = town.id(town.model.all("cinema").getFirst().key());
    this.targets =
        List.of(
            "/v1/films?limit=2",
            "/v1/films?limit=100",
            "/v1/cinemas?search=re",
            "/v1/cinemas?postcode=AA",
            "/v1/chains",
            "/v1/attributes",
            "/v1/screens?cinemaId=" + cinema,
            "/v1/showtimes?startsAfter=2026-03-20T00:00Z&startsBefore=2026-04-10T00:00Z",
            "/v1/films/" + film,
            "/v1/cinemas/" + cinema);
  }

  private static List<Field> lasting(Answer answer) {
    List<Field> fields = new ArrayList<>(answer.fields());
    fields.removeIf(field -> Set.of("Date", "X-Request-Id").contains(field.name()));
    return fields;
  }

  @Test
  void head_has_the_headers_of_get() {
    List<String> all = new ArrayList<>(targets);
    all.addAll(List.of("/v1/films/none", "/v1/films?limit=0", "/v1/none"));
    for (String target : all) {
      for (String encoding : List.of("identity", "gzip")) {
        String id = "X-Request-Id: same";
        Answer get = town.client().ask("GET", target, id, "Accept-Encoding: " + encoding);
        Answer head = town.client().ask("HEAD", target, id, "Accept-Encoding: " + encoding);
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(lasting(head)).as(target).isEqualTo(lasting(get));
        assertThat(get.one("X-Request-Id")).isEqualTo("same");
      }
    }
  }

  @Test
  void a_current_tag_gets_no_body() {
    Set<String> tags = new HashSet<>();
    for (String target : targets) {
      String tag = town.get(target).one("ETag");
      tags.add(tag);
      for (String current :
          List.of(
              tag,
              tag.substring(2),
              "\"x\", " + tag,
              tag + ",W/\"y\"",
              "*",
              " , " + tag,
              "\"a,b\"," + tag)) {
        for (String method : List.of("GET", "HEAD")) {
          Answer same = town.client().ask(method, target, "If-None-Match: " + current);
          assertThat(same.status()).as(target + " " + current).isEqualTo(304);
          assertThat(same.one("ETag")).isEqualTo(tag);
        }
      }
      assertThat(town.get(target, "If-None-Match: \"x\"", "If-None-Match: " + tag).status())
          .isEqualTo(304);
      for (String other :
          List.of(
              "\"x\"",
              tag.replace("W/", "w/"),
              tag.substring(3),
              tag.replace("\"", ""),
              "W/\"*\"",
              "")) {
        assertThat(town.get(target, "If-None-Match: " + other).status()).as(other).isEqualTo(200);
      }
    }
    assertThat(tags).hasSameSizeAs(targets);
  }

  @Test
  void a_weak_tag_never_matches_strongly() {
    for (String target : targets) {
      String tag = town.get(target).one("ETag");
      for (String ifMatch :
          List.of(tag, tag.substring(2), "\"x\"", "\"x\", " + tag, "*, " + tag, "")) {
        for (String method : List.of("GET", "HEAD")) {
          Answer failed = town.client().ask(method, target, "If-Match: " + ifMatch);
          assertThat(failed.status()).as(target + " " + ifMatch).isEqualTo(412);
        }
        // If-Match comes before If-None-Match (RFC 9110, 13.2.2).
        assertThat(town.get(target, "If-Match: " + ifMatch, "If-None-Match: " + tag).status())
            .isEqualTo(412);
      }
      assertThat(town.get(target, "If-Match: *").status()).isEqualTo(200);
      assertThat(town.get(target, "If-Match: *", "If-None-Match: " + tag).status()).isEqualTo(304);
    }
  }

  @Test
  void conditions_on_what_there_is_none_of_are_ignored() {
    String target = targets.getFirst();
    for (String field :
        List.of(
            "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
            "If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT",
            "If-Range: \"x\"",
            "Range: bytes=0-1")) {
      assertThat(town.get(target, field).status()).as(field).isEqualTo(200);
    }
  }

  @Test
  void a_condition_does_not_make_a_fault_sound() {
    for (String condition : List.of("If-None-Match: *", "If-Match: \"x\"")) {
      assertThat(town.get("/v1/films/none", condition).status()).isEqualTo(404);
      assertThat(town.get("/v1/films?limit=0", condition).status()).isEqualTo(400);
      assertThat(town.get("/v1/cinemas?postcode=none", condition).status()).isEqualTo(400);
    }
  }
}
