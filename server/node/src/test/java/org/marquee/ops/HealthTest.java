package org.marquee.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.listing.Revision;
import org.marquee.page.json.WrittenDetails;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.record.SharedDetails;

@NullMarked
class HealthTest {
  private final AtomicLong now = new AtomicLong();

  @ParameterizedTest
  @CsvSource({
    // stopping, reachable, stocked, revision, keys: status
    "false, true,  true,   1,  1, READY",
    "false, false, true,   1,  1, READY",
    "false, false, true,  59, 59, READY",
    "false, false, true,  61, 61, DEGRADED",
    "false, false, false,  1,  1, UNAVAILABLE",
    "false, true,  true,  61,  1, STALE",
    "false, true,  true,   1, 61, STALE",
    "true,  true,  true,   1,  1, STOPPING",
    "true,  false, false, 99, 99, STOPPING"
  })
  void a_node_is_judged_by_what_the_database_last_confirmed(
      boolean stopping,
      boolean reachable,
      boolean stocked,
      long revision,
      long keys,
      Health.Status status) {
    Vitals vitals = told(reachable, seconds(revision), seconds(keys), stopping);
    Health health = new Health(() -> vitals, stocked(stocked), seconds(60), now::get);
    now.set(seconds(61).toNanos());
    assertThat(health.state().status()).isEqualTo(status);
    assertThat(health.state().why().isEmpty()).isEqualTo(status == Health.Status.READY);
  }

  @Test
  void a_node_whose_port_is_not_open_is_not_ready() {
    Vitals vitals = told(true, seconds(1), seconds(1), false, false, Optional.empty());
    assertThat(new Health(() -> vitals, stocked(true), seconds(60)).state())
        .isEqualTo(
            new Health.Judgement(
                Health.Status.STARTING, "the port of the interface is not open yet"));
    assertThat(Health.Status.STARTING.isReady()).isFalse();
  }

  @Test
  void a_node_without_a_snapshot_is_not_ready_however_long_it_takes() {
    Vitals vitals = told(true, seconds(1), seconds(1), false);
    Health health = new Health(() -> vitals, stocked(false), seconds(60), now::get);
    assertThat(health.state())
        .isEqualTo(
            new Health.Judgement(
                Health.Status.FILLING,
                "the first snapshot is being read: every answer is 503 until then"));
    now.set(seconds(3600).toNanos());
    assertThat(health.state().status()).isEqualTo(Health.Status.FILLING);
    assertThat(new Health(() -> vitals, stocked(true), seconds(60)).state().status())
        .isEqualTo(Health.Status.READY);
  }

  @Test
  void a_node_that_has_just_started_may_have_old_keys_for_a_moment() {
    Vitals vitals = told(true, seconds(0), seconds(7202), false);
    Health health = new Health(() -> vitals, stocked(true), seconds(60), now::get);
    assertThat(health.state().status()).isEqualTo(Health.Status.DEGRADED);
    now.set(seconds(61).toNanos());
    assertThat(health.state().status()).isEqualTo(Health.Status.STALE);
  }

  @Test
  void a_node_with_neither_database_nor_memory_is_unavailable_also_while_it_starts() {
    Vitals vitals = told(false, seconds(1), seconds(1), false);
    assertThat(new Health(() -> vitals, stocked(false), seconds(60)).state().status())
        .isEqualTo(Health.Status.UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({
    // stocked, lacks memory, revision, of the snapshot, of the keys: status, why
    "true,  false,   1, a table lacks,       , DEGRADED , a table lacks",
    "true,  false, 999, a table lacks, a key , DEGRADED , a table lacks",
    "true,  false,   1,              , a key , DEGRADED , a key",
    "true,  true,    1, no room      ,       , DEGRADED , no room",
    "false, false,   1, a table lacks,       , FILLING  , a table lacks",
    "false, true,    1, no room      ,       , NO_MEMORY, no room",
    "false, true,   99, no room      , a key , NO_MEMORY, no room"
  })
  void a_node_that_cannot_take_what_is_stored_says_why(
      boolean stocked,
      boolean lacksMemory,
      long revision,
      @Nullable String trouble,
      @Nullable String keys,
      Health.Status status,
      String why) {
    Vitals vitals =
        told(true, seconds(revision), seconds(1), false, true, Optional.ofNullable(keys));
    Health health =
        new Health(
            () -> vitals,
            stocked(stocked, Optional.ofNullable(trouble), lacksMemory),
            seconds(60),
            now::get);
    now.set(seconds(61).toNanos());
    assertThat(health.state().status()).isEqualTo(status);
    assertThat(health.state().why()).contains(why);
  }

  private static Duration seconds(long number) {
    return Duration.ofSeconds(number);
  }

  private static Vitals told(
      boolean reachable, Duration revision, Duration keys, boolean stopping) {
    return told(reachable, revision, keys, stopping, true, Optional.empty());
  }

  private static Vitals told(
      boolean reachable,
      Duration revision,
      Duration keys,
      boolean stopping,
      boolean listening,
      Optional<String> keysTrouble) {
    return new Vitals(reachable, revision, keys, keysTrouble, listening, stopping);
  }

  private static Supplier<Answering> stocked(boolean stocked) {
    return stocked(stocked, Optional.empty(), false);
  }

  private static Supplier<Answering> stocked(
      boolean stocked, Optional<String> trouble, boolean lacksMemory) {
    SnapshotPages.Holdings memory =
        new SnapshotPages.Holdings(
            new Revision(new UUID(0, 0), 1, new UUID(0, 1)),
            0,
            0,
            0,
            new SharedDetails(new WrittenDetails[0], new int[0]));
    return () ->
        new Answering(
            stocked ? Optional.of(memory) : Optional.empty(),
            false,
            null,
            trouble,
            lacksMemory,
            0,
            0,
            0);
  }
}
