package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class MonthlyQuotasTest {
  private static final Instant LAST_SECOND = Instant.parse("2026-10-31T23:59:59.500Z");
  private static final Instant NOVEMBER = Instant.parse("2026-11-01T00:00:00Z");
  private static final Plan PLAN =
      new Plan("three", Optional.of(Rate.of(600)), true, OptionalLong.of(3));

  private final Map<String, Long> stored = new HashMap<>();
  private final Set<List<Object>> additions = new HashSet<>();
  private boolean away;
  private boolean isUnconfirmed;
  private Instant now = LAST_SECOND;
  private final RateBuckets node = new RateBuckets(() -> now, () -> 0);
  private final RateBuckets other = new RateBuckets(() -> now, () -> 0);

  /// What is stored, as a node adds to it.
  private QuotaLedger ledger(RateBuckets writer) {
    return (number, month, requests) -> {
      boolean adds = !away && additions.add(List.of(writer, number));
      Map<String, Long> all = new HashMap<>();
      requests.forEach((organization, added) ->
          all.put(organization, stored.merge(month + organization, adds ? added : 0, Long::sum)));
      if (away || isUnconfirmed) {
        throw new AccessUnavailable("away", new IllegalStateException());
      }
      return all;
    };
  }

  private static boolean takes(RateBuckets quotas) {
    return quotas.take("rex", PLAN) instanceof Admission.Admitted;
  }

  private void takeAll() {
    for (int request = 0; request < 3; request++) {
      assertThat(takes(node)).isTrue();
    }
  }

  @Test
  void a_spent_quota_refuses_until_the_next_month_of_utc() {
    takeAll();
    Admission refused = node.take("rex", PLAN);
    assertThat(refused)
        .isInstanceOfSatisfying(
            Admission.QuotaSpent.class,
            spent -> {
              assertThat(spent.renews()).isEqualTo(NOVEMBER);
              assertThat(spent.retryAfterSeconds()).isEqualTo(1);
              assertThat(spent.rate().remaining()).isEqualTo(597);
            });
    now = NOVEMBER;
    assertThat(takes(node)).isTrue();
  }

  @Test
  void what_costs_nothing_is_given_back() {
    takeAll();
    node.giveBack("rex", PLAN);
    assertThat(node.quota("rex", PLAN).remaining()).isEqualTo(1);
    assertThat(takes(node)).isTrue();
    assertThat(takes(node)).isFalse();
  }

  @Test
  void a_node_knows_what_others_spent_once_both_have_stored() {
    takeAll();
    assertThat(takes(other)).isTrue();
    node.save(ledger(node), List.of());
    other.save(ledger(other), List.of());
    assertThat(other.quota("rex", PLAN).remaining()).isZero();
    assertThat(takes(other)).isFalse();
    node.save(ledger(node), List.of());
    assertThat(stored.values()).containsExactly(4L);
  }

  @Test
  void what_a_node_stored_of_its_own_counts_once() {
    assertThat(takes(node)).isTrue();
    node.save(ledger(node), List.of());
    node.save(ledger(node), List.of());
    assertThat(node.quota("rex", PLAN).remaining()).isEqualTo(2);
  }

  @Test
  void a_node_that_starts_anew_learns_what_was_spent() {
    takeAll();
    node.save(ledger(node), List.of());
    RateBuckets anew = new RateBuckets(() -> now, () -> 0);
    assertThat(takes(anew)).isTrue();
    anew.save(ledger(anew), List.of());
    assertThat(takes(anew)).isFalse();
  }

  @Test
  void a_node_that_starts_anew_asks_about_all_before_the_first_request() {
    takeAll();
    node.save(ledger(node), List.of());
    RateBuckets anew = new RateBuckets(() -> now, () -> 0);
    anew.save(ledger(anew), List.of("rex"));
    assertThat(anew.quota("rex", PLAN).remaining()).isZero();
    assertThat(takes(anew)).isFalse();
  }

  @Test
  void what_cannot_be_stored_is_stored_later_in_its_own_month() {
    takeAll();
    away = true;
    assertThatThrownBy(() -> node.save(ledger(node), List.of()))
        .isInstanceOf(AccessUnavailable.class);
    assertThat(takes(node)).isFalse();
    now = NOVEMBER;
    assertThat(takes(node)).isTrue();
    away = false;
    node.save(ledger(node), List.of());
    node.save(ledger(node), List.of());
    assertThat(stored).isEqualTo(Map.of("2026-10-01rex", 3L, "2026-11-01rex", 1L));
  }

  @Test
  void what_was_stored_but_not_confirmed_is_not_stored_again() {
    assertThat(takes(node)).isTrue();
    isUnconfirmed = true;
    assertThatThrownBy(() -> node.save(ledger(node), List.of()))
        .isInstanceOf(AccessUnavailable.class);
    now = NOVEMBER;
    assertThat(takes(node)).isTrue();
    isUnconfirmed = false;
    node.save(ledger(node), List.of());
    assertThat(stored).isEqualTo(Map.of("2026-10-01rex", 1L, "2026-11-01rex", 1L));
  }
}
