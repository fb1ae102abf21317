package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.access.Admission.Admitted;
import org.marquee.access.Admission.Limited;
import org.marquee.access.Admission.NotEntitled;
import org.marquee.access.Admission.NotReady;
import org.marquee.access.Admission.Suspended;
import org.marquee.access.Admission.Unauthorized;

@NullMarked
class GateTest {
  private final HandClock clock = new HandClock();
  private final BookInMemory book = new BookInMemory(clock);
  private final Gate gate = new Gate(clock, clock::nanoTime);

  @Test
  void whoever_shows_no_key_is_turned_away_without_being_told_that_it_was_wrong() {
    gate.refresh(book);
    assertThat(gate.admit(List.of())).isEqualTo(new Unauthorized(false));
    assertThat(gate.admit(List.of("Basic eDp5"))).isEqualTo(new Unauthorized(false));
  }

  @Test
  void a_key_that_is_not_valid_is_turned_away_whatever_the_cause() {
    String expired = key("rex", HandClock.START);
    NewKey revoked = book.issueKey("rex", null, null).orElseThrow();
    assertThat(book.revokeKey(revoked.key().id())).isEqualTo(Change.MADE);
    gate.refresh(book);
    for (String token : List.of("x", expired, revoked.secret().text(), ApiKey.generate().text())) {
      assertThat(admit(token)).isEqualTo(new Unauthorized(true));
    }
    String bearer = "Bearer " + key("rex", null);
    gate.refresh(book);
    assertThat(gate.admit(List.of(bearer))).isInstanceOf(NotEntitled.class);
    assertThat(gate.admit(List.of(bearer, bearer))).isEqualTo(new Unauthorized(true));
  }

  @Test
  void a_key_that_was_refused_as_revoked_stays_so_whatever_an_older_register_says() {
    String other = key("rex", null);
    NewKey revoked = book.issueKey("rex", null, null).orElseThrow();
    Register older = book.load();
    assertThat(book.revokeKey(revoked.key().id())).isEqualTo(Change.MADE);
    gate.refresh(book);
    gate.replace(older);
    gate.replace(older);
    assertThat(admit(revoked.secret().text())).isEqualTo(new Unauthorized(true));
    assertThat(admit(other)).isInstanceOf(NotEntitled.class);
  }

  @Test
  void who_asks_is_said_as_soon_as_it_is_known_whatever_is_decided() {
    book.createOrganization("rex");
    NewKey key = book.issueKey("rex", null, null).orElseThrow();
    gate.refresh(book);
    List<String> heard = new ArrayList<>();
    Gate.Recognition caller = (organization, id) -> heard.add(organization + " " + id);
    String bearer = "Bearer " + key.secret().text();
    assertThat(gate.admit(List.of(bearer), caller)).isInstanceOf(NotEntitled.class);
    assertThat(gate.admitNamed(List.of("rex"), caller)).isInstanceOf(NotEntitled.class);
    gate.admit(List.of("Bearer " + ApiKey.generate().text()), caller);
    gate.admit(List.of(), caller);
    gate.admitNamed(List.of("nobody"), caller);
    assertThat(heard).containsExactly("rex " + key.key().id(), "rex ");
  }

  @Test
  void a_key_for_calendars_is_good_for_nothing_else_and_no_other_key_may_stand_in_an_address() {
    String api = entitled("rex", "standard");
    String calendar =
        book.issueKey("rex", IssuedKey.Scope.CALENDAR, null, null).orElseThrow().secret().text();
    gate.refresh(book);
    assertThat(admit(calendar)).isEqualTo(new Unauthorized(true));
    assertThat(toCalendar(List.of("Bearer " + api), List.of())).isInstanceOf(Admitted.class);
    assertThat(toCalendar(List.of("Bearer " + calendar), List.of())).isInstanceOf(Admitted.class);
    assertThat(toCalendar(List.of(), List.of(calendar))).isInstanceOf(Admitted.class);
    assertThat(toCalendar(List.of(), List.of(api))).isEqualTo(new Unauthorized(true));
    assertThat(toCalendar(List.of("Bearer " + api), List.of("x")))
        .isEqualTo(new Unauthorized(true));
    assertThat(toCalendar(List.of(), List.of(calendar, calendar)))
        .isEqualTo(new Unauthorized(true));
    assertThat(toCalendar(List.of(), List.of())).isEqualTo(new Unauthorized(false));
  }

  private Admission toCalendar(List<String> authorization, List<String> tokens) {
    return gate.admitToCalendar(authorization, tokens, (_, _) -> {});
  }

  @Test
  void the_hour_in_which_a_key_is_used_is_saved_once() {
    clock.advance(Duration.ofMinutes(61));
    Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
    String key = entitled("rex", "unlimited");
    String id = book.listKeys().getFirst().id();
    gate.saveUse(book);
    assertThat(book.used).isEmpty();
    for (int time = 0; time < 3; time++) {
      admit(key);
      gate.saveUse(book);
    }
    admit(ApiKey.generate().text());
    clock.advance(Duration.ofHours(1));
    admit(key);
    gate.saveUse(book);
    gate.saveUse(book);
    assertThat(book.used)
        .containsExactly(Map.of(id, hour), Map.of(id, hour.plus(1, ChronoUnit.HOURS)));
  }

  @Test
  void what_could_not_be_saved_of_the_use_of_keys_is_saved_later() {
    String key = entitled("rex", "unlimited");
    admit(key);
    Registers away =
        (Registers)
            Proxy.newProxyInstance(
                Registers.class.getClassLoader(),
                new Class<?>[] {Registers.class},
                (_, _, _) -> {
                  throw new AccessUnavailable("away", new IllegalStateException());
                });
    assertThatThrownBy(() -> gate.saveUse(away)).isInstanceOf(AccessUnavailable.class);
    gate.saveUse(book);
    assertThat(book.used).hasSize(1);
  }

  @Test
  void an_entitled_organization_is_admitted_and_told_its_rate() {
    String key = entitled("rex", "standard");
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 598, 1)));
  }

  @Test
  void an_unlimited_plan_has_no_rate() {
    String key = entitled("rex", "unlimited");
    for (int time = 0; time < 2000; time++) {
      assertThat(admit(key)).isEqualTo(new Admitted("rex", null));
    }
  }

  @Test
  void without_an_active_entitlement_an_organization_has_a_trial_of_being_refused() {
    String key = key("rex", null);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new NotEntitled(new RateState(BookInMemory.TRIAL, 59, 1)));
    grant("rex", new Entitlement("unlimited", HandClock.START.plusSeconds(5), null));
    assertThat(admit(key)).isEqualTo(new NotEntitled(new RateState(BookInMemory.TRIAL, 58, 2)));
    clock.advance(Duration.ofSeconds(5));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", null));
  }

  @Test
  void an_entitlement_ends_without_anybody_touching_the_register() {
    String key = key("rex", null);
    grant("rex", new Entitlement("standard", HandClock.START, HandClock.START.plusSeconds(5)));
    assertThat(admit(key)).isInstanceOf(Admitted.class);
    clock.advance(Duration.ofSeconds(5));
    assertThat(admit(key)).isEqualTo(new NotEntitled(new RateState(BookInMemory.TRIAL, 59, 1)));
  }

  @Test
  void a_suspended_organization_is_refused_at_its_own_rate() {
    String key = entitled("rex", "standard");
    assertThat(book.suspend("rex")).isEqualTo(Change.MADE);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Suspended(new RateState(BookInMemory.STANDARD, 599, 1)));
    assertThat(book.revokeEntitlement("rex")).isEqualTo(Change.MADE);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Suspended(new RateState(BookInMemory.TRIAL, 59, 1)));
    assertThat(book.resume("rex")).isEqualTo(Change.MADE);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new NotEntitled(new RateState(BookInMemory.TRIAL, 58, 2)));
  }

  @Test
  void the_rate_comes_before_the_entitlement() {
    String key = key("rex", null);
    gate.refresh(book);
    drain(key, 60);
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(BookInMemory.TRIAL, 0, 60), 1));
  }

  @Test
  void an_empty_bucket_fills_evenly() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(BookInMemory.TRIAL, 0, 60), 1));
    clock.advance(Duration.ofSeconds(1).minusNanos(1));
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(BookInMemory.TRIAL, 0, 60), 1));
    clock.advance(Duration.ofNanos(1));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 0, 60)));
    clock.advance(Duration.ofSeconds(41));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 40, 20)));
  }

  @Test
  void a_bucket_never_holds_more_than_a_minutes_quota() {
    String key = entitled("rex", "trial");
    clock.advance(Duration.ofDays(40));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    clock.advance(Duration.ofDays(400));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

  @Test
  void all_keys_of_an_organization_share_a_bucket_and_organizations_do_not() {
    String key = entitled("rex", "trial");
    String second = book.issueKey("rex", null, null).orElseThrow().secret().text();
    String stranger = entitled("odeon", "trial");
    drain(key, 59);
    assertThat(admit(second))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 0, 60)));
    assertThat(admit(key)).isInstanceOf(Limited.class);
    assertThat(admit(second)).isInstanceOf(Limited.class);
    assertThat(admit(stranger))
        .isEqualTo(new Admitted("odeon", new RateState(BookInMemory.TRIAL, 59, 1)));
  }

  @Test
  void another_plan_has_another_bucket_and_the_first_one_does_not_fill_up_by_that() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    grant("rex", new Entitlement("standard", HandClock.START, null));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    grant("rex", new Entitlement("trial", HandClock.START, null));
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

  @Test
  void an_organization_that_is_gone_leaves_no_bucket() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    Register register = book.load();
    gate.replace(register);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    gate.replace(
        Register.of(
            new AccessRevision(99, new UUID(0, 99)), book.listPlans(), List.of(), Map.of()));
    assertThat(admit(key)).isEqualTo(new Unauthorized(true));
    gate.replace(register);
    assertThat(admit(key)).isInstanceOf(Admitted.class);
  }

  @Test
  void what_cost_nothing_is_given_back() {
    String key = entitled("rex", "trial");
    drain(key, 20);
    Admitted admitted = (Admitted) admit(key);
    assertThat(admitted.rate()).isEqualTo(new RateState(BookInMemory.TRIAL, 39, 21));
    assertThat(gate.giveBack(admitted))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 40, 20)));
  }

  @Test
  void giving_back_into_a_full_bucket_makes_no_token() {
    String key = entitled("rex", "trial");
    Admitted admitted = (Admitted) admit(key);
    clock.advance(Duration.ofSeconds(2));
    assertThat(gate.giveBack(admitted))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 60, 0)));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

  @Test
  void a_token_goes_back_to_the_plan_it_was_taken_from() {
    String key = entitled("rex", "trial");
    Admitted admitted = (Admitted) admit(key);
    grant("rex", new Entitlement("standard", HandClock.START, null));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    assertThat(gate.giveBack(admitted).rate()).isEqualTo(new RateState(BookInMemory.TRIAL, 60, 0));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 598, 1)));
  }

  @Test
  void without_a_rate_nothing_is_given_back() {
    String key = entitled("rex", "unlimited");
    Admitted admitted = (Admitted) admit(key);
    assertThat(gate.giveBack(admitted)).isEqualTo(admitted);
  }

  @Test
  void before_the_first_register_only_the_form_of_a_key_can_be_judged() {
    assertThat(admit(ApiKey.generate().text())).isEqualTo(new NotReady());
    assertThat(admit("x")).isEqualTo(new Unauthorized(true));
    assertThat(gate.admit(List.of())).isEqualTo(new Unauthorized(false));
    assertThat(gate.admitNamed(List.of("rex"))).isEqualTo(new NotReady());
    assertThat(gate.admitNamed(List.of())).isEqualTo(new Unauthorized(false));
  }

  @Test
  void behind_a_gateway_the_organization_is_named_and_has_no_rate() {
    String key = entitled("rex", "trial");
    for (int time = 0; time < 100; time++) {
      assertThat(gate.admitNamed(List.of("rex"))).isEqualTo(new Admitted("rex", null));
    }
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 59, 1)));
  }

  @Test
  void a_changed_rate_counts_from_the_next_refresh_on() {
    String key = entitled("rex", "standard");
    String unentitled = key("odeon", null);
    gate.refresh(book);
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    Plan faster = new Plan("standard", OptionalInt.of(1200));
    Plan slower = new Plan("trial", OptionalInt.of(1));
    book.change(faster);
    book.change(slower);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(faster, 1199, 1)));
    assertThat(admit(unentitled)).isEqualTo(new NotEntitled(new RateState(slower, 0, 60)));
    assertThat(admit(unentitled)).isEqualTo(new Limited(new RateState(slower, 0, 60), 60));
  }

  @Test
  void a_plan_of_the_operators_own_bounds_requests() {
    Plan partner = new Plan("partner-2", OptionalInt.of(2));
    book.change(partner);
    String key = entitled("rex", "partner-2");
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 1, 30)));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 0, 60)));
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(partner, 0, 60), 30));
  }

  @Test
  void behind_a_gateway_names_must_be_known_exactly_and_be_one() {
    entitled("rex", "trial");
    entitled("odeon", "trial");
    for (List<String> names :
        List.of(
            List.<String>of(),
            List.of(""),
            List.of("Rex"),
            List.of("rex "),
            List.of("nobody"),
            List.of("rex,odeon"),
            List.of("rex", "odeon"),
            List.of("rex", "rex"))) {
      assertThat(gate.admitNamed(names)).as("%s", names).isEqualTo(new Unauthorized(false));
    }
  }

  @Test
  void behind_a_gateway_suspension_and_entitlement_still_count() {
    key("rex", null);
    gate.refresh(book);
    assertThat(gate.admitNamed(List.of("rex"))).isEqualTo(new NotEntitled(null));
    assertThat(book.suspend("rex")).isEqualTo(Change.MADE);
    gate.refresh(book);
    assertThat(gate.admitNamed(List.of("rex"))).isEqualTo(new Suspended(null));
  }

  @Test
  void the_fields_of_an_answer_are_those_of_the_draft() {
    RateState rate = new RateState(BookInMemory.TRIAL, 41, 19);
    assertThat(rate.policyField()).isEqualTo("\"trial\";q=60;w=60");
    assertThat(rate.limitField()).isEqualTo("\"trial\";r=41;t=19");
    assertThat(new RateState(BookInMemory.STANDARD, 0, 60).policyField())
        .isEqualTo("\"standard\";q=600;w=60");
  }

  @Test
  void many_threads_together_get_one_quota() throws Exception {
    String key = entitled("rex", "standard");
    assertThat(together(8, () -> admitted(gate, key, 500))).isEqualTo(600);
  }

  @Test
  void threads_that_arrive_first_together_share_one_bucket() throws Exception {
    String key = entitled("rex", "trial");
    for (int time = 0; time < 500; time++) {
      Gate fresh = new Gate(clock, clock::nanoTime);
      fresh.refresh(book);
      assertThat(together(4, () -> admitted(fresh, key, 30))).isEqualTo(60);
    }
  }

  /// The sum of what `count` threads get that start at the same moment.
  private static int together(int count, Callable<Integer> task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(count);
    Callable<Integer> started =
        () -> {
          start.await();
          return task.call();
        };
    int sum = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (Future<Integer> result : threads.invokeAll(Collections.nCopies(count, started))) {
        sum += result.get();
      }
    }
    return sum;
  }

  private static int admitted(Gate gate, String key, int requests) {
    int admitted = 0;
    for (int time = 0; time < requests; time++) {
      admitted += gate.admit(List.of("Bearer " + key)) instanceof Admitted ? 1 : 0;
    }
    return admitted;
  }

  private String entitled(String organization, String plan) {
    String key = key(organization, null);
    grant(organization, new Entitlement(plan, HandClock.START, null));
    return key;
  }

  private String key(String organization, @Nullable Instant expires) {
    if (bookHasNo(organization)) {
      assertThat(book.createOrganization(organization)).isEqualTo(Change.MADE);
    }
    return book.issueKey(organization, null, expires).orElseThrow().secret().text();
  }

  private boolean bookHasNo(String organization) {
    return book.load().findNamed(organization).isEmpty();
  }

  private void grant(String organization, Entitlement entitlement) {
    assertThat(book.grant(organization, entitlement)).isEqualTo(Change.MADE);
    gate.refresh(book);
  }

  private Admission admit(String token) {
    return gate.admit(List.of("Bearer " + token));
  }

  private void drain(String key, int tokens) {
    for (int time = 0; time < tokens; time++) {
      assertThat(admit(key)).isNotInstanceOfAny(Limited.class, Unauthorized.class);
    }
  }
}
