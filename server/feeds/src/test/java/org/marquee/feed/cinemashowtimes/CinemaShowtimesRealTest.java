package org.marquee.feed.cinemashowtimes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.TestData;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

@NullMarked
class CinemaShowtimesRealTest {
  private static FilePart example() {
    return new FilePart(
        TestData.find("showtimes/cinemashowtimes-json/CinemaShowtimes-full-example.json"));
  }

  @Test
  void the_example_of_the_format_is_read_in_full() throws IOException {
    Findings findings = Findings.of(new CinemaShowtimesReader(), null, List.of(example()));
    assertThat(findings.refused).isEmpty();
    assertThat(findings.records)
        .extracting(FeedRecord::kind)
        .containsExactly(
            Kind.CINEMA, Kind.FILM, Kind.FILM, Kind.SCREEN, Kind.SHOWTIME, Kind.SHOWTIME);
    assertThat(findings.records.get(1))
        .isEqualTo(
            new FeedRecord.Film(
                "FILM-AVATAR3",
                "Avatar: Fire and Ash",
                190,
                "M",
                "https://img.examplecinemas.com/posters/avatar3_w1280.jpg",
                null,
                null,
                "tt12345678",
                List.of("Jane Doe"),
                null));
    FeedRecord.Showtime first = (FeedRecord.Showtime) findings.records.get(4);
    assertThat(first.start())
        .isEqualTo(new FeedRecord.Start.Exact(Instant.parse("2025-08-18T09:30:00Z"), 600));
    assertThat(first.attributes()).isEqualTo(Attributes.of(Attribute.AUDIO_DESCRIBED));
    assertThat(findings.codes()).containsOnly(Code.LABEL_UNKNOWN);
  }

  @Test
  void it_is_known_by_its_name() throws IOException {
    assertThat(new CinemaShowtimesReader().recognise(FeedHead.of(example())).percent())
        .isEqualTo(99);
  }
}
