package org.marquee.detail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Kind;

class PublishedDetailsTest {
  @Test
  void what_names_no_source_is_from_the_provider_of_the_record() {
    PublishedDetails published =
        PublishedDetails.stored(
            Kind.FILM,
            """
            {"synopsis": "A man waits.", "genres": ["Drama"], "later": 1, "sources": {"genres": "rex"}}
            """,
            "acme");
    assertThat(published.sources())
        .isEqualTo(Map.of(Detail.SYNOPSIS, "acme", Detail.GENRES, "rex"));
    assertThat(published.details().get(Detail.SYNOPSIS)).isEqualTo("A man waits.");
    assertThat(PublishedDetails.stored(Kind.FILM, null, "acme").details().isEmpty()).isTrue();
  }
}
