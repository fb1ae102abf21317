package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.JsonRecordEncoder.Written;

/// Common parts of showtimes are kept once. [SnapshotTest] tests that showtimes are written as they
/// were read.
@NullMarked
class ShowtimeTemplatesTest {
  private static final Instant START = Instant.parse("2026-03-20T19:30:00Z");
  private static final String PROVIDER = "rex";

  private final SharedTexts texts = new SharedTexts();
  private final ShowtimeTemplates templates = new ShowtimeTemplates(texts);

  private Showtime showtime(int number, Instant start, @Nullable String address) {
    return new Showtime(
        RecordId.of(Kind.SHOWTIME, PROVIDER, "st-" + number),
        RecordId.of(Kind.FILM, PROVIDER, "fi-" + number),
        RecordId.of(Kind.CINEMA, PROVIDER, "ci-" + number),
        start,
        60,
        address,
        Attributes.of(Attribute.ALL.getFirst()),
        RecordId.of(Kind.SCREEN, PROVIDER, "sc-" + number),
        "Screen 1",
        new Provenance(START, null, PROVIDER, "st \"" + number + '"'),
        null);
  }

  private byte @Nullable [] templated(Showtime showtime) {
    return templates.of(showtime, JsonRecordEncoder.mark(showtime));
  }

  private String printed(Showtime showtime, byte[] templated) {
    byte[] id = showtime.id().getBytes(UTF_8);
    OutputBuffer out = new OutputBuffer(16);
    TemplatedShowtime.print(
        MemorySegment.ofArray(
            ByteBuffer.allocate(id.length + templated.length).put(id).put(templated).array()),
        0,
        texts.bytes(),
        JsonRecordEncoder.observation(Kind.SHOWTIME, START, null),
        out);
    return new String(out.toBytes(), UTF_8);
  }

  @Test
  void showtimes_of_other_cinemas_films_and_screens_share_their_text() {
    assertThat(templated(showtime(0, START, "https://rex.test/0"))).isNull();
    for (int number = 1; number < 200; number++) {
      Showtime showtime =
          showtime(number, START.plusSeconds(number * 300L), "https://rex.test/é" + number);
      byte @Nullable [] templated = templated(showtime);
      if (number > 1) {
        assertThat(Objects.requireNonNull(templated)).hasSizeLessThan(100);
        Written written = JsonRecordEncoder.write(showtime);
        assertThat(printed(showtime, templated)).isEqualTo(new String(written.text(), UTF_8));
      }
    }
  }

  @Test
  void values_that_are_escaped_in_the_text_are_shared_too() {
    for (int number = 0; number < 3; number++) {
      Showtime showtime = showtime(number, START, "https://rex.test/\\" + number + "/film");
      byte @Nullable [] templated = templated(showtime);
      if (number > 1) {
        assertThat(printed(showtime, Objects.requireNonNull(templated)))
            .isEqualTo(new String(JsonRecordEncoder.write(showtime).text(), UTF_8));
      }
    }
  }

  @Test
  void a_showtime_with_little_in_common_stays_whole() {
    String address = "https://rex.test/1";
    for (int number = 0; number < 3; number++) {
      assertThat(templated(showtime(number, START, address + "1".repeat(300)))).isNull();
    }
  }

  @Test
  void an_address_that_nobody_else_begins_with_is_not_shared() {
    for (int number = 0; number < 3; number++) {
      Showtime showtime = showtime(number, START, "https://" + number + ".test/a/b");
      byte @Nullable [] templated = templated(showtime);
      if (number > 1) {
        assertThat(printed(showtime, Objects.requireNonNull(templated)))
            .contains("https://2.test/a/b");
      }
    }
  }
}
