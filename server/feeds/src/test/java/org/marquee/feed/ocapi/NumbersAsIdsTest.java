package org.marquee.feed.ocapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.Findings;

/// Ids may be written as numbers.
@NullMarked
class NumbersAsIdsTest {
  @Test
  void an_id_is_the_same_as_a_number() throws IOException {
    String text =
        """
        {"businessDate":"2026-03-28","showtimes":[{"id":"9","schedule":{"startsAt":"2026-03-28T19:30:00Z"},
         "filmId":"1","siteId":"5","screenId":"3","attributeIds":["7"]}],
         "relatedData":{"sites":[{"id":"5","name":{"text":"Rex"}}],"screens":[{"id":"3","name":{"text":"Blue"}}],
         "films":[{"id":"1","title":{"text":"The Lantern"}}],"attributes":[{"id":"7","name":{"text":"IMAX"}}]}}\
        """;
    String numbers = text.replaceAll("\"([0-9])\"", "$1");
    assertThat(found(numbers)).isEqualTo(found(text)).contains("mask=1", "Blue");
  }

  private static String found(String text) throws IOException {
    return Findings.of(new OcapiReader(), null, text.getBytes(UTF_8)).toString();
  }
}
