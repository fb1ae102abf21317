package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.access.Admission.Admitted;

/// The gate agrees with a simple model of docs/api.md, step by step, over random histories.
@NullMarked
class GateModelTest {
  private static final List<String> ORGANIZATIONS = List.of("rex", "odeon", "roxy", "gaumont");
  private static final List<String> PLANS = List.of("trial", "standard", "unlimited");

  /// The model looks through all keys, which grow with the steps: more rounds are more histories.
  private static final int STEPS = 20_000;

  private final HandClock clock = new HandClock();
  private final BookInMemory book = new BookInMemory(clock);
  private final Gate gate = new Gate(clock, clock::nanoTime);
  private final List<NewKey> keys = new ArrayList<>();
  private final Map<String, ExactBucket> buckets = new HashMap<>();
  private final List<Admitted> refundable = new ArrayList<>();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Rounds.of(2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void the_gate_does_what_the_interface_says(long seed) {
    Random random = new Random(seed);
    gate.refresh(book);
    Map<String, Integer> seen = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      String organization = ORGANIZATIONS.get(random.nextInt(ORGANIZATIONS.size()));
      switch (random.nextInt(100)) {
        case 0 -> change(random, organization);
        case 1 -> clock.advance(Duration.ofNanos(random.nextLong(90_000_000_000L)));
        case 2, 3, 4, 5, 6, 7, 8, 9 ->
            clock.advance(Duration.ofNanos(random.nextLong(3_000_000_000L)));
        case 10, 11 -> clock.advance(Duration.ofMillis(100L * random.nextInt(30)));
        case 12, 13, 14, 15 -> giveBack(random);
        case 16 ->
            assertThat(gate.admitNamed(List.of(organization), (_, _) -> {}))
                .isEqualTo(named(organization));
        case 17 -> {
          ApiKey key = anyKey(random);
          for (int time = 0; time < 80; time++) {
            count(request(key), seen);
          }
        }
        default -> count(request(anyKey(random)), seen);
      }
    }
    // Each outcome must occur in some history.
    assertThat(seen)
        .containsOnlyKeys("Admitted", "Unauthorized", "Limited", "NotEntitled", "Suspended");
    assertThat(seen.values()).allMatch(times -> times > 50);
  }

  private void change(Random random, String organization) {
    Instant now = clock.instant();
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> book.createOrganization(organization);
      case 3 -> book.suspend(organization);
      case 4, 5 -> book.resume(organization);
      case 6 -> book.revokeEntitlement(organization);
      case 7, 8 ->
          book.grant(
              organization,
              new Entitlement(
                  PLANS.get(random.nextInt(PLANS.size())),
                  now.plusSeconds(random.nextInt(-300, 60)),
                  random.nextBoolean() ? null : now.plusSeconds(random.nextInt(61, 600))));
      case 9, 10 ->
          book.issueKey(
                  organization,
                  null,
                  random.nextInt(3) > 0 ? null : now.plusSeconds(random.nextInt(600)))
              .ifPresent(keys::add);
      default -> {
        if (!keys.isEmpty() && random.nextInt(4) == 0) {
          book.revokeKey(keys.get(random.nextInt(keys.size())).key().id());
        }
      }
    }
    gate.refresh(book);
  }

  private static void count(Admission said, Map<String, Integer> seen) {
    seen.merge(said.getClass().getSimpleName(), 1, Integer::sum);
  }

  private ApiKey anyKey(Random random) {
    return keys.isEmpty() || random.nextInt(20) == 0
        ? ApiKey.generate(random)
        : keys.get(random.nextInt(keys.size())).secret();
  }

  private Admission request(ApiKey key) {
    Admission expected = expected(key);
    Admission said = gate.admit(List.of("Bearer " + key.text()), (_, _) -> {});
    assertThat(said).isEqualTo(expected);
    if (said instanceof Admitted admitted) {
      refundable.add(admitted);
    }
    return said;
  }

  private void giveBack(Random random) {
    if (refundable.isEmpty()) {
      return;
    }
    Admitted admitted = refundable.remove(random.nextInt(refundable.size()));
    RateState rate = admitted.rate();
    RateState expected = null;
    if (rate != null) {
      ExactBucket bucket = bucket(admitted.organization(), rate.plan());
      bucket.giveBack();
      expected = bucket.state();
    }
    assertThat(gate.giveBack(admitted)).isEqualTo(new Admitted(admitted.organization(), expected));
  }

  private Admission expected(ApiKey secret) {
    Instant now = clock.instant();
    for (NewKey key : keys) {
      if (key.secret().equals(secret)) {
        IssuedKey issued =
            book.listKeys().stream()
                .filter(one -> one.id().equals(key.key().id()))
                .findFirst()
                .orElseThrow();
        Instant expires = issued.expires();
        if (issued.revoked() == null && (expires == null || expires.isAfter(now))) {
          return limited(account(issued.organization()));
        }
      }
    }
    return new Admission.Unauthorized(true);
  }

  private Admission limited(Account account) {
    Entitlement entitlement = active(account);
    Plan plan = plan(entitlement == null ? "trial" : entitlement.plan());
    if (plan.rate().isEmpty()) {
      return judged(account, null);
    }
    ExactBucket bucket = bucket(account.organization().name(), plan);
    return bucket.take()
        ? judged(account, bucket.state())
        : new Admission.Limited(bucket.state(), bucket.secondsUntilToken());
  }

  private Plan plan(String name) {
    return book.listPlans().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Admission named(String organization) {
    boolean known =
        book.listAccounts().stream()
            .anyMatch(one -> one.organization().name().equals(organization));
    return known ? judged(account(organization), null) : new Admission.Unauthorized(false);
  }

  private Admission judged(Account account, @Nullable RateState rate) {
    if (account.organization().standing() == Organization.Standing.SUSPENDED) {
      return new Admission.Suspended(rate);
    }
    return active(account) == null
        ? new Admission.NotEntitled(rate)
        : new Admitted(account.organization().name(), rate);
  }

  private Account account(String organization) {
    return book.listAccounts().stream()
        .filter(one -> one.organization().name().equals(organization))
        .findFirst()
        .orElseThrow();
  }

  private @Nullable Entitlement active(Account account) {
    Entitlement entitlement = account.entitlement();
    Instant now = clock.instant();
    if (entitlement == null || entitlement.from().isAfter(now)) {
      return null;
    }
    Instant until = entitlement.until();
    return until == null || until.isAfter(now) ? entitlement : null;
  }

  private ExactBucket bucket(String organization, Plan plan) {
    return buckets.computeIfAbsent(organization + " " + plan, _ -> new ExactBucket(plan, clock));
  }

  /// A bucket in exact arithmetic: a token is 60·10⁹ parts, and each nanosecond adds as many parts
  /// as the quota has tokens.
  private static final class ExactBucket {
    private static final long TOKEN = 60_000_000_000L;

    private final Plan plan;
    private final HandClock clock;
    private final long quota;
    private final long full;
    private long parts;
    private long last;

    ExactBucket(Plan plan, HandClock clock) {
      this.plan = plan;
      this.clock = clock;
      this.quota = plan.rate().orElseThrow().perMinute();
      this.full = plan.rate().orElseThrow().burst() * TOKEN;
      this.parts = full;
      this.last = clock.nanoTime();
    }

    private void fill() {
      long now = clock.nanoTime();
      parts = Math.min(full, parts + (now - last) * quota);
      last = now;
    }

    boolean take() {
      fill();
      if (parts < TOKEN) {
        return false;
      }
      parts -= TOKEN;
      return true;
    }

    void giveBack() {
      fill();
      parts = Math.min(full, parts + TOKEN);
    }

    RateState state() {
      return new RateState(plan, parts / TOKEN, secondsFor(full - parts));
    }

    long secondsUntilToken() {
      return secondsFor(TOKEN - parts);
    }

    private long secondsFor(long missing) {
      return Math.ceilDiv(missing, quota * 1_000_000_000L);
    }
  }
}
