package org.marquee.feed.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.detail.Details;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedStart;
import org.marquee.feed.Findings;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.notice.Code;

@NullMarked
class CleanRecordsTest {
  private final Findings findings = new Findings();

  private FeedRecord cleaned(FeedRecord record) {
    new CleanRecords(findings).row(1, new FeedRow.Valid(record));
    return findings.records.getLast();
  }

  private static FeedRecord.Film film(String details) {
    return new FeedRecord.Film(
        "f",
        "Solaris",
        KnownFacts.NONE,
        List.of(),
        null,
        List.of(),
        null,
        Details.stored(Kind.FILM, details));
  }

  @Test
  void records_keep_their_details() {
    FeedRecord.Film film = film("{\"genres\":[\"Drama\"],\"synopsis\":\"One.\\n\\nTwo.\"}");
    FeedRecord.Cinema cinema =
        Findings.REX.completedBy(
            new FeedRecord.Cinema(
                "x",
                "x",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Details.stored(Kind.CINEMA, "{\"telephone\":\"1\"}")));
    FeedRecord.Showtime showtime =
        new FeedRecord.Showtime(
            "s",
            "f",
            "rex",
            new FeedStart.Local(LocalDateTime.parse("2025-01-25T19:30")),
            null,
            Attributes.NONE,
            null,
            null,
            null,
            new FeedStart.Local(LocalDateTime.parse("2025-01-25T21:30")),
            Details.stored(Kind.SHOWTIME, "{\"formats\":[\"3d\"]}"));
    assertThat(List.of(cleaned(film), cleaned(cinema), cleaned(showtime)))
        .containsExactly(film, cinema, showtime);
    assertThat(findings.notices).isEmpty();
    assertThat(cinema.details().isEmpty()).isFalse();
  }

  @Test
  void details_are_cleaned_as_other_texts_are() {
    assertThat(
            cleaned(
                film("{\"genres\":[\"a\u202eb\",\"\u2066\",\"c\\td\"],\"synopsis\":\"\u202d\"}")))
        .isEqualTo(film("{}"));
    assertThat(cleaned(film("{\"genres\":[\"a\u202eb\",\"c\\td\"]}")))
        .isEqualTo(film("{\"genres\":[\"ab\",\"c d\"]}"));
    assertThat(findings.codes()).containsOnly(Code.TEXT_CLEANED);
  }
}
