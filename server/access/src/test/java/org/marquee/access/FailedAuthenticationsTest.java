package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Admission.Blocked;
import org.marquee.access.Admission.Unauthorized;

@NullMarked
class FailedAuthenticationsTest {
  private static final InetAddress CLIENT = InetAddress.getLoopbackAddress();
  private static final Admission ADMITTED = new Admission.Admitted("rex", null);

  private final HandClock clock = new HandClock();
  private final FailedAuthentications failures = new FailedAuthentications(3, clock::nanoTime);
  private int lookUps;

  private Admission ask(long address, Admission decision) {
    Supplier<Admission> gate =
        () -> {
          lookUps++;
          return decision;
        };
    return failures.admit(address, CLIENT, gate);
  }

  private Admission fail(long address) {
    return ask(address, new Unauthorized(true));
  }

  @Test
  void after_too_many_failures_no_key_is_looked_up_until_the_minute_is_over() {
    for (int time = 0; time < 3; time++) {
      assertThat(fail(1)).isEqualTo(new Unauthorized(true));
      clock.advance(Duration.ofSeconds(10));
    }
    assertThat(fail(1)).isEqualTo(new Blocked(30));
    assertThat(ask(1, ADMITTED)).isEqualTo(new Blocked(30));
    assertThat(lookUps).isEqualTo(3);
    clock.advance(Duration.ofMillis(29_500));
    assertThat(ask(1, ADMITTED)).isEqualTo(new Blocked(1));
    clock.advance(Duration.ofMillis(500));
    assertThat(ask(1, ADMITTED)).isEqualTo(ADMITTED);
  }

  @Test
  void other_addresses_and_right_keys_do_not_count() {
    for (int time = 0; time < 10; time++) {
      assertThat(ask(1, ADMITTED)).isEqualTo(ADMITTED);
      fail(2);
    }
    assertThat(fail(2)).isInstanceOf(Blocked.class);
    assertThat(ask(1, ADMITTED)).isEqualTo(ADMITTED);
    assertThat(fail(1)).isEqualTo(new Unauthorized(true));
  }

  @Test
  void a_few_failures_now_and_then_never_block() {
    for (int time = 0; time < 100; time++) {
      assertThat(fail(1)).isEqualTo(new Unauthorized(true));
      clock.advance(Duration.ofSeconds(30));
    }
  }

  @Test
  void no_more_addresses_are_remembered_than_memory_has_room_for() {
    FailedAuthentications one = new FailedAuthentications(1, clock::nanoTime);
    List<Long> addresses = LongStream.range(0, 3L * MinuteBudget.MOST_KEYS).boxed().toList();
    addresses.forEach(each -> one.admit(each, CLIENT, () -> new Unauthorized(true)));
    assertThat(addresses.stream().filter(each -> isBlocked(one, each)).count())
        .isBetween(1L, (long) MinuteBudget.MOST_KEYS);
    clock.advance(Duration.ofMinutes(1));
    assertThat(addresses).noneMatch(each -> isBlocked(one, each));
  }

  private static boolean isBlocked(FailedAuthentications failures, long address) {
    return failures.admit(address, CLIENT, () -> ADMITTED) instanceof Blocked;
  }

  @Test
  void a_proxy_that_names_no_client_is_never_blocked() {
    for (int time = 0; time < 10; time++) {
      assertThat(failures.admitThroughProxy(CLIENT, () -> new Unauthorized(true)))
          .isEqualTo(new Unauthorized(true));
    }
    assertThat(failures.admitThroughProxy(CLIENT, () -> ADMITTED)).isEqualTo(ADMITTED);
  }

  @Test
  void without_a_bound_nothing_is_counted() {
    FailedAuthentications none = FailedAuthentications.UNBOUNDED;
    for (int time = 0; time < 1000; time++) {
      assertThat(none.admit(1, CLIENT, () -> new Unauthorized(false)))
          .isEqualTo(new Unauthorized(false));
    }
  }
}
