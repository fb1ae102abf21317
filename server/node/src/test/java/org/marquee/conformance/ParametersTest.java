package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.conformance.Client.Answer;

/// Every way in which parameters can be wrong, or just right (docs/api.md, "Operations" and
/// "Requests").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class ParametersTest {
  private static final String WINDOW =
      "startsAfter=2026-03-20T00:00Z&startsBefore=2026-03-21T00:00Z";

  private final Town town;

  ParametersTest(Town town) {
    this.town = town;
  }

  private void assertFaulty(String target, String... violations) {
    Answer answer = town.get(target);
    assertThat(answer.status()).as(target).isEqualTo(400);
    assertThat(answer.violations())
        .as(target)
        .isEqualTo(Arrays.stream(violations).sorted().toList());
  }

  private void assertSound(String target) {
    Answer answer = town.get(target);
    assertThat(answer.status()).as(target + "\n" + answer).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/films",
        "/v1/chains",
        "/v1/attributes",
        "/v1/cinemas",
        "/v1/screens?cinemaId=x",
        "/v1/showtimes?" + WINDOW
      })
  void a_page_has_1_to_100_records(String list) {
    for (String limit : List.of("1", "100", "25", "007", "%31", "000000000000000000000000100")) {
      assertSound(Query.with(list, "limit", limit));
    }
    for (String limit :
        List.of(
            "-1", "1.0", "1e1", "%2B5", "+5", "5+", "0x10", "ten", "%D9%A5", "5%0A", "1,000",
            "null")) {
      assertFaulty(Query.with(list, "limit", limit), "limit malformed");
    }
    for (String cursor : List.of("x", "%F0%9F%8E%AC", "A".repeat(601), "null", "0", "-_-_")) {
      assertFaulty(Query.with(list, "cursor", cursor), "cursor malformed");
    }
    assertFaulty(
        Query.with(list, "limit", "0") + "&cursor=x&z=1&z=2&%C3%A9=",
        "limit too_small",
        "cursor malformed",
        "z unknown",
        "é unknown");
  }

  @Test
  void a_window_has_both_ends_and_at_most_31_days() {
    assertFaulty("/v1/showtimes", "startsAfter required", "startsBefore required");
    assertFaulty("/v1/showtimes?startsAfter=2026-03-01T00:00Z", "startsBefore required");
    assertFaulty(
        "/v1/showtimes?startsBefore=&startsAfter=x", "startsAfter malformed", "startsBefore empty");
    String window = "/v1/showtimes?startsAfter=2026-03-01T00:00:00Z&startsBefore=";
    assertFaulty(window + "2026-03-01T00:00Z", "startsBefore window_empty");
    assertFaulty(window + "2026-03-01T01:00+01:00", "startsBefore window_empty");
    assertFaulty(window + "2026-02-28T23:59:59.999999Z", "startsBefore window_empty");
    assertSound(window + "2026-03-01T00:00:00.000001Z");
    assertSound(window + "2026-04-01T00:00:00Z");
    assertSound(window + "2026-04-01T12:00+12:00");
    assertFaulty(window + "2026-04-01T00:00:00.000001Z", "startsBefore window_too_long");
    assertFaulty(window + "2026-04-01T00:00:00.0000000001Z", "startsBefore window_too_long");
    assertFaulty(
        window + "9999-12-31T23:59Z&limit=x", "startsBefore window_too_long", "limit malformed");
  }

  @Test
  void the_first_and_the_last_years_have_no_showtimes() {
    for (String window :
        List.of(
            "startsAfter=0000-01-01T00:00%2B23:59&startsBefore=0000-01-02T00:00Z",
            "startsAfter=9999-12-31T00:00:00Z&startsBefore=9999-12-31T23:59:59.9999999-23:59",
            "startsAfter=1582-10-04T00:00Z&startsBefore=1582-10-20T00:00Z")) {
      Answer answer = town.get("/v1/showtimes?" + window);
      assertThat(answer.status()).as(window + answer).isEqualTo(200);
      assertThat(answer.json().get("data").isEmpty()).isTrue();
    }
  }

  @Test
  void attribute_ids_are_of_the_twelve() {
    String list = "/v1/showtimes?" + WINDOW + "&attributeIds=";
    assertSound(list + String.join(",", Region.ATTRIBUTES));
    assertSound(list + "imax,imax%2Cimax");
    for (String unknown : List.of("IMAX", "imaxx", "imax,3d", "i%6Dax;kids", "%C3%A9")) {
      assertFaulty(list + unknown, "attributeIds unknown_value");
    }
    for (String malformed :
        List.of(",", "imax,", ",imax", "imax,,kids", "imax,+kids", "+imax", "imax%20", "imax%09")) {
      assertFaulty(list + malformed, "attributeIds malformed");
    }
  }

  @Test
  void a_search_has_2_to_240_characters() {
    assertFaulty("/v1/cinemas?search=a", "search too_short");
    assertFaulty("/v1/cinemas?search=%F0%9F%8E%AC", "search too_short");
    assertFaulty("/v1/cinemas?search=+", "search too_short");
    assertSound("/v1/cinemas?search=++");
    assertSound("/v1/cinemas?search=%25_");
    assertSound("/v1/cinemas?search='%5C");
    assertSound("/v1/cinemas?search=" + "%F0%9F%8E%AC".repeat(240));
    assertFaulty("/v1/cinemas?search=" + "%C3%A9".repeat(241), "search too_long");
    assertThat(town.get("/v1/cinemas?search=%21%3F").json().get("data").isEmpty()).isTrue();
    assertThat(town.get("/v1/cinemas?search=%25%25").json().get("data").isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"latitude, 90, longitude", "longitude, 180, latitude", "radiusKm, 100, "})
  void numbers_are_those_of_json(String name, String most, String other) {
    String rest = other == null ? "&latitude=1&longitude=2" : "&" + other + "=1";
    String list = "/v1/cinemas?" + name + "=";
    for (String sound :
        List.of("0", "-0", "1e0", "1E-2", "0.000", most, most + ".0", "1e%2B1", "1e-400", "9e1")) {
      assertSound(list + sound + rest);
    }
    for (String malformed :
        List.of(
            "1e+1",
            "+1",
            "%2B1",
            "01",
            ".5",
            "5.",
            "1e",
            "0x1",
            "NaN",
            "Infinity",
            "1,5",
            "%D9%A5",
            "1%20",
            "1f",
            "--1",
            "1_0",
            "1d")) {
      assertFaulty(list + malformed + rest, name + " malformed");
    }
    assertFaulty(list + most + ".0000001" + rest, name + " too_large");
    assertFaulty(list + "1e999" + rest, name + " too_large");
    assertFaulty(list + "-" + most + ".001" + rest, name + " too_small");
    assertFaulty(list + "-1e999" + rest, name + " too_small");
  }

  @Test
  void a_centre_is_a_point_or_a_postcode() {
    assertFaulty("/v1/cinemas?latitude=1", "longitude required_together");
    assertFaulty("/v1/cinemas?longitude=1", "latitude required_together");
    assertFaulty("/v1/cinemas?radiusKm=1", "radiusKm required_together");
    assertFaulty("/v1/cinemas?radiusKm=101", "radiusKm required_together", "radiusKm too_large");
    assertFaulty(
        "/v1/cinemas?radiusKm=-0.1&latitude=91",
        "radiusKm too_small",
        "latitude too_large",
        "longitude required_together");
    assertFaulty("/v1/cinemas?postcode=AA&latitude=1&longitude=1", "postcode not_allowed_together");
    assertFaulty("/v1/cinemas?postcode=nowhere", "postcode unknown_postcode");
    assertFaulty("/v1/cinemas?postcode=%F0%9F%8E%AC", "postcode unknown_postcode");
    assertFaulty("/v1/cinemas?postcode=" + "%C3%A9".repeat(17), "postcode too_long");
    assertFaulty("/v1/cinemas?postcode=" + "%C3%A9".repeat(16), "postcode unknown_postcode");
    assertFaulty("/v1/cinemas?postcode=nowhere&limit=0", "limit too_small");
    assertSound("/v1/cinemas?latitude=90&longitude=-180&radiusKm=0");
  }

  @Test
  void a_place_is_the_only_centre_and_is_known() {
    String both = "/v1/cinemas?latitude=1&longitude=1&place=pl_0";
    assertFaulty(both, "place not_allowed_together");
    assertFaulty("/v1/programme?place=pl_0&postcode=AA", "place not_allowed_together");
    assertFaulty("/v1/programme?place=pl_0&cinemaId=x", "cinemaId not_allowed_together");
    for (String target :
        List.of(
            "/v1/cinemas?",
            "/v1/cinemas.csv?",
            "/v1/programme?",
            "/v1/programme?date=2020-01-01&")) {
      assertFaulty(target + "place=pl_0", "place unknown_value");
      assertFaulty(target + "place=" + "p".repeat(161), "place too_long");
    }
    assertThat(new String(town.get("/v1/cinemas?place=pl_0").body(), UTF_8))
        .contains("search for it again with /v1/places");
    String ushuaia = new String(town.get("/v1/places?search=ushuaia&limit=1").body(), UTF_8);
    String id = ushuaia.replaceFirst("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
    assertSound("/v1/cinemas?place=" + id);
    assertSound("/v1/programme?place=" + id + "&radiusKm=100");
    assertSound("/v1/programme?by=film&place=" + id);
    assertSound("/v1/programme?date=2020-01-01&place=" + id);
  }

  @Test
  void every_fault_of_a_request_is_reported_at_once() {
    assertFaulty(
        "/v1/showtimes?startsAfter=now&cinemaId=&filmId="
            + "f".repeat(161)
            + "&attributeIds=3d&limit=101&cursor=!&page=2&page=3",
        "startsAfter malformed",
        "startsBefore required",
        "cinemaId empty",
        "filmId too_long",
        "attributeIds unknown_value",
        "limit too_large",
        "cursor malformed",
        "page unknown");
    assertFaulty(
        "/v1/cinemas?search=x&chainId=&latitude=north&radiusKm=1e3&postcode="
            + "9".repeat(17)
            + "&limit=",
        "search too_short",
        "chainId empty",
        "latitude malformed",
        "longitude required_together",
        "radiusKm too_large",
        "postcode too_long",
        "postcode not_allowed_together",
        "limit empty");
  }

  @Test
  void escapes_are_checked_and_decoded_once() {
    for (String bad :
        List.of("%", "%4", "%zz", "%00", "%ff", "%c0%af", "%ed%a0%80", "%f4%90%80%80", "%C3")) {
      for (String target :
          List.of(
              "/v1/cinemas?search=ab" + bad,
              "/v1/cinemas?" + bad + "=1",
              "/v1/films/" + bad,
              "/v1/" + bad)) {
        Answer answer = town.get(target);
        assertThat(answer.status()).as(target).isEqualTo(400);
        assertThat(answer.violations()).allMatch(each -> each.endsWith(" malformed"));
      }
    }
    assertThat(town.get("/v1/cinemas?search=ab%").violations()).containsExactly("search malformed");
    assertSound("/%76%31/f%69lms?l%69mit=%31");
    assertSound("/v1/films?&&limit=1&");
    assertFaulty("/v1/films?limit=%2531", "limit malformed");
    assertFaulty("/v1/films?limit", "limit empty");
    assertFaulty("/v1/films?=1", " unknown");
  }
}
