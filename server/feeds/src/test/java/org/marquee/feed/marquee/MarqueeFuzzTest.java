package org.marquee.feed.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.Rounds;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.feed.detection.FeedFuzz;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;

/// Breaks a sound feed in many ways, the same ones every time.
@NullMarked
class MarqueeFuzzTest {
  private static final Path SOUND =
      Repository.path(
          "server/feeds/src/test/resources/feeds/marquee/every-type-in-full/input.ndjson");

  @Test
  void every_line_of_a_broken_feed_is_accounted_for_once() throws IOException {
    byte[] sound = Files.readAllBytes(SOUND);
    Random random = new Random(20261121);
    int unreadable = 0;
    int refused = 0;
    for (int round = 0; round < Rounds.of(1_500); round++) {
      byte[] broken = sound;
      for (int i = random.nextInt(4); i >= 0; i--) {
        broken = FeedFuzz.mutated(broken, random);
      }
      Findings findings = Findings.of(new MarqueeReader(), null, broken);
      if (findings.unreadable != null) {
        unreadable++;
      } else {
        refused += findings.refused.size();
        assertThat(findings.lines()).as(new String(broken, UTF_8)).isEqualTo(lines(broken) - 1);
      }
      for (FeedRecord record : findings.records) {
        assertThat(Limits.EXTERNAL_ID.reading().read(new Value.Text(record.externalId())))
            .isNotNull();
      }
    }
    // All three outcomes must occur.
    assertThat(unreadable).isBetween(Rounds.of(75), Rounds.of(1_125));
    assertThat(refused).isGreaterThan(Rounds.of(375));
  }

  /// Lines that are not blank, counted in the simplest way.
  private static int lines(byte[] feed) {
    int lines = 0;
    boolean blank = true;
    for (int at = 0; at < feed.length; at++) {
      if (feed[at] == '\n') {
        lines += blank ? 0 : 1;
        blank = true;
      } else if (at == 0 && startsWithMark(feed)) {
        at = 2;
      } else if (feed[at] != ' ' && feed[at] != '\t' && feed[at] != '\r') {
        blank = false;
      }
    }
    return lines + (blank ? 0 : 1);
  }

  private static boolean startsWithMark(byte[] feed) {
    return feed.length >= 3
        && feed[0] == (byte) 0xef
        && feed[1] == (byte) 0xbb
        && feed[2] == (byte) 0xbf;
  }
}
