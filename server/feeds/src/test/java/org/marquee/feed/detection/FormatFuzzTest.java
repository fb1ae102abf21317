package org.marquee.feed.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.Rounds;

/// Hundreds of broken feeds; `./fire/fuzz feeds` breaks more of them.
@NullMarked
class FormatFuzzTest {
  private static final int CASES = Rounds.of(300);

  @Test
  void a_broken_feed_of_any_format_is_read_or_refused_with_a_notice() throws IOException {
    FeedFuzz fuzz = new FeedFuzz(Repository.path("server/feeds"), 20261122);
    assertThat(fuzz.feeds()).isGreaterThan(40);
    for (int number = 0; number < CASES; number++) {
      fuzz.next(FeedFuzz::read);
    }
    // Most broken feeds must still have something to read.
    assertThat(fuzz.records()).isGreaterThan(CASES);
    assertThat(fuzz.unreadable()).isGreaterThan(CASES / 50);
  }
}
