package org.marquee.ingest.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIns;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;

/// The rules by which a feed is refused as a whole.
@NullMarked
class WholeFeedRulesTest {
  private static final Instant MONDAY = Instant.parse("2026-03-02T06:00:00Z");
  private static final Instant TUESDAY = Instant.parse("2026-03-03T06:00:00Z");
  private static final Instant NOW = TUESDAY.plusSeconds(60);
  private static final Rules NORMAL = new Rules.Normal(Shrinking.REFUSED, Effect.COMMIT);

  @Test
  void a_feed_that_would_withdraw_more_than_half_is_refused() {
    assertThat(WholeFeedRules.shrunk(100, 51, MONDAY)).isPresent();
    assertThat(WholeFeedRules.shrunk(100, 50, MONDAY)).isEmpty();
    assertThat(WholeFeedRules.shrunk(101, 51, MONDAY)).isPresent();
  }

  @Test
  void a_small_programme_may_shrink_in_any_way() {
    assertThat(WholeFeedRules.shrunk(20, 20, MONDAY)).isPresent();
    assertThat(WholeFeedRules.shrunk(19, 19, MONDAY)).isEmpty();
  }

  @Test
  void only_full_feeds_of_our_own_format_are_judged_by_the_shrink_rule() {
    FeedHeader full = header(FeedHeader.Mode.FULL, FeedHeader.Guard.WHOLE_FEED);
    assertThat(WholeFeedRules.mayBeShrunk(full, Shrinking.REFUSED)).isTrue();
    assertThat(WholeFeedRules.mayBeShrunk(full, Shrinking.ACCEPTED)).isFalse();
    assertThat(WholeFeedRules.mayBeShrunk(full.asDelta(), Shrinking.REFUSED)).isFalse();
    assertThat(
            WholeFeedRules.mayBeShrunk(
                header(FeedHeader.Mode.FULL, FeedHeader.Guard.EACH_CINEMA), Shrinking.REFUSED))
        .isFalse();
  }

  @Test
  void a_normal_feed_replaces_no_newer_one() {
    assertThat(WholeFeedRules.older(MONDAY, TUESDAY, NORMAL, NOW)).isPresent();
    assertThat(WholeFeedRules.older(MONDAY, MONDAY, NORMAL, NOW)).isEmpty();
    assertThat(WholeFeedRules.older(TUESDAY, MONDAY, NORMAL, NOW)).isEmpty();
  }

  @Test
  void a_feed_refused_for_a_wrong_clock_is_reported_with_what_to_do() {
    assertThat(detail(TUESDAY)).doesNotContain("undo");
    assertThat(detail(TUESDAY.minusNanos(1))).contains("a clock was ahead", "`marquee undo RUN`");
  }

  private static String detail(Instant now) {
    return WholeFeedRules.older(MONDAY, TUESDAY, NORMAL, now).orElseThrow().detail();
  }

  @Test
  void a_trial_is_never_too_old() {
    assertThat(WholeFeedRules.older(MONDAY, TUESDAY, new Rules.Trial(Shrinking.REFUSED), NOW))
        .isEmpty();
  }

  @Test
  void an_undo_replaces_the_undone_feed_and_none_after_it() {
    Rules undo = new Rules.Undo("run", 7, TUESDAY, MONDAY, MONDAY, Effect.COMMIT);
    assertThat(WholeFeedRules.older(MONDAY, TUESDAY, undo, NOW)).isEmpty();
    assertThat(WholeFeedRules.older(MONDAY, TUESDAY.plusSeconds(1), undo, NOW)).isPresent();
  }

  private static FeedHeader header(FeedHeader.Mode mode, FeedHeader.Guard guard) {
    return new FeedHeader(mode, MONDAY, null, null, guard, FeedHeader.Keys.GIVEN, StandIns.NONE);
  }
}
