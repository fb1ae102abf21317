package org.marquee.ingest.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules.Shrinking;

@NullMarked
class CinemaGuardRuleTest {
  private static final Instant TAKEN = Instant.parse("2026-03-02T06:00:00Z");
  private static final FeedHeader FULL =
      new FeedHeader(FeedHeader.Mode.FULL, TAKEN, null, null, FeedHeader.Keys.GIVEN);
  private static final CinemaLoss EVERYTHING =
      new CinemaLoss(TAKEN, 5, 5, 5, 0, 0, TAKEN.plusSeconds(60), null);

  @Test
  void a_cinema_keeps_what_a_full_feed_no_longer_lists() {
    CinemaGuardRule rule = CinemaGuardRule.of(FULL, Shrinking.REFUSED);
    assertThat(rule.reason(EVERYTHING)).contains(CinemaLoss.Reason.EMPTY);
    assertThat(rule.keepsRecords(false)).isTrue();
    assertThat(rule.keepsRecords(true)).isFalse();
    assertThat(rule.keepsRecords(false)).isTrue();
    assertThat(rule.keepsRecords(true)).isFalse();
  }

  @Test
  void a_loss_that_the_operator_accepts_is_believed() {
    CinemaGuardRule rule = CinemaGuardRule.of(FULL, Shrinking.ACCEPTED);
    assertThat(rule.watches()).isTrue();
    assertThat(rule.reason(EVERYTHING)).isEmpty();
    assertThat(rule.keepsRecords(false)).isFalse();
    assertThat(rule.isRecovered(false, false)).isTrue();
  }

  @Test
  void a_delta_is_not_watched() {
    assertThat(CinemaGuardRule.of(FULL.asDelta(), Shrinking.REFUSED).watches()).isFalse();
  }

  @Test
  void a_marked_cinema_recovers_once_it_speaks_again_and_keeps_nothing() {
    CinemaGuardRule rule = CinemaGuardRule.of(FULL, Shrinking.REFUSED);
    assertThat(rule.isRecovered(false, true)).isTrue();
    assertThat(rule.isRecovered(false, false)).isFalse();
    assertThat(rule.isRecovered(true, true)).isFalse();
  }
}
