package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.apicatalog.jsonld.JsonLd;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.rdf.RdfNQuad;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Film;

/// Linked data, read by a processor that knows only the namespace of schema.org.
@NullMarked
class ProgrammeLinkedDataTest {
  /// Replaces the context that schema.org serves; both define the terms used here in the same way.
  private static final String CONTEXT =
      """
      {"@context":{"@vocab":"http://schema.org/","startDate":{"@type":"http://schema.org/DateTime"},
        "image":{"@type":"@id"},"url":{"@type":"@id"},"eventStatus":{"@type":"@id"},"availability":{"@type":"@id"},
        "eventAttendanceMode":{"@type":"@id"}}}
      """;

  private static final String PAGE =
      """
      {"cinema":{"id":"ci_1","name":"Rex \\"1\\"","location":{"countryCode":"GB","locality":"Bay","postcode":"SX3","latitude":51.38,"longitude":-1.14},
        "provenance":{"observedAt":"2026-11-20T06:00:00Z","provider":"rex","externalId":"1"}},"timeZone":"Europe/London",
        "days":[{"date":"2026-11-22","coverage":{"state":"complete"},"films":[
          {"film":{"id":"fi_1","title":"Gulls","durationMinutes":98,"posterUrl":"https://rex.example/g.jpg"},
           "showtimes":[{"id":"st_1","startsAt":"2026-11-22T19:00:00Z","bookingUrl":"https://rex.example/1","attributeIds":["imax","subtitled"]},
             {"id":"st_2","startsAt":"2026-11-22T21:00:00Z","attributeIds":[]}]}]},
          {"date":"2026-11-23","coverage":{"state":"complete"},"films":[
          {"film":{"id":"fi_1","title":"Gulls","durationMinutes":98},"showtimes":[{"id":"st_3","startsAt":"2026-11-23T19:00:00Z","attributeIds":[]}]}]}]},
      {"cinema":{"id":"ci_2","name":"Quay","location":{"countryCode":"GB","locality":"Bay","postcode":"SX3"}},"timeZone":"Europe/London","days":[]}
      """;

  private static List<String> statements(String page) throws Exception {
    byte[] records = page.getBytes(UTF_8);
    byte[] data = ProgrammeLinkedData.write(records, records.length, _ -> List.of());
    var rdf =
        JsonLd.toRdf(JsonDocument.of(new ByteArrayInputStream(data)))
            .base(URI.create("https://listings.example/v1/programme"))
            .loader((uri, _) -> {
              assertThat(uri).hasToString("https://schema.org");
              return JsonDocument.of(new ByteArrayInputStream(CONTEXT.getBytes(UTF_8)));
            })
            .get();
    List<String> statements = new ArrayList<>();
    for (RdfNQuad each : rdf.toList()) {
      statements.add(
          each.getSubject().getValue()
              + " "
              + each.getPredicate().getValue().replaceFirst(".*[/#]", "")
              + " "
              + each.getObject().getValue());
    }
    return statements;
  }

  @Test
  void each_showtime_is_an_event_at_a_cinema_that_presents_a_film() throws Exception {
    String base = "https://listings.example/v1/";
    assertThat(statements(PAGE))
        .contains(
            base + "programme#st_1 type http://schema.org/ScreeningEvent",
            base + "programme#st_1 location " + base + "cinemas/ci_1",
            base + "programme#st_1 workPresented " + base + "films/fi_1",
            base + "programme#st_1 startDate 2026-11-22T19:00:00Z",
            base + "programme#st_1 videoFormat IMAX",
            base + "programme#st_1 keywords subtitled",
            base + "programme#st_3 type http://schema.org/ScreeningEvent",
            base + "cinemas/ci_1 type http://schema.org/MovieTheater",
            base + "cinemas/ci_1 name Rex \"1\"",
            base + "cinemas/ci_2 type http://schema.org/MovieTheater",
            base + "films/fi_1 type http://schema.org/Movie",
            base + "films/fi_1 duration PT98M",
            base + "films/fi_1 image https://rex.example/g.jpg")
        .anyMatch(each -> each.endsWith(" url https://rex.example/1"))
        .anyMatch(each -> each.contains(" latitude 5.138E1"))
        .doesNotHaveDuplicates();
  }

  @Test
  void an_event_ends_only_where_the_running_time_is_known() throws Exception {
    assertThat(statements(PAGE))
        .contains(
            "https://listings.example/v1/programme#st_1 endDate 2026-11-22T20:38:00Z",
            "https://listings.example/v1/programme#st_2 endDate 2026-11-22T22:38:00Z")
        .anyMatch(each -> each.contains("#st_1 description Ends at about this time"));
    assertThat(statements(PAGE.replace(",\"durationMinutes\":98", "")))
        .noneMatch(each ->
            each.contains(" endDate ")
                || each.contains(" duration ")
                || each.contains(" description "));
    assertThat(statements(PAGE.replace("22T19:00:00Z", "22T23:30:00-05:00")))
        .contains("https://listings.example/v1/programme#st_1 endDate 2026-11-23T01:08:00-05:00");
  }

  @Test
  void an_offer_is_an_address_since_nobody_told_how_many_seats_are_left() throws Exception {
    assertThat(statements(PAGE))
        .anyMatch(each -> each.endsWith(" type http://schema.org/Offer"))
        .noneMatch(each -> each.contains(" availability "));
  }

  @Test
  void no_text_ends_the_script_of_a_page_that_holds_the_data() throws Exception {
    String title = "</script><script>alert(1)</script><!-- & ]]>\u2028\u2029";
    String page = PAGE.replace("\"Gulls\"", "\"" + title + "\"");
    byte[] records = page.getBytes(UTF_8);

    String data =
        new String(ProgrammeLinkedData.write(records, records.length, _ -> List.of()), UTF_8);

    assertThat(data).contains("\\u003c/script\\u003e").doesNotContainPattern("[<>&\u2028\u2029]");
    assertThat(statements(page)).contains("https://listings.example/v1/films/fi_1 name " + title);
  }

  @Test
  void a_page_without_cinemas_has_no_statements() throws Exception {
    assertThat(statements("")).isEmpty();
  }

  @Test
  void a_film_has_the_titles_that_it_is_known_by_elsewhere() {
    byte[] records = PAGE.getBytes(UTF_8);
    byte[] data =
        ProgrammeLinkedData.write(
            records,
            records.length,
            ids -> ids.stream().map(id -> new Film.Titles(id, List.of("Gulls", "カモメ"))).toList());
    assertThat(new String(data, UTF_8)).contains("\"alternateName\":[\"カモメ\"]");
  }
}
