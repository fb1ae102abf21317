package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Admission.Admitted;
import org.marquee.access.Admission.NotEntitled;
import org.marquee.access.Admission.NotReady;
import org.marquee.access.Admission.Unauthorized;

@NullMarked
class GateTest extends AtTheGate {
  @Test
  void a_request_without_a_key_is_refused_without_the_word_invalid() {
    gate.refresh(book);
    assertThat(gate.admit(List.of(), (_, _) -> {})).isEqualTo(new Unauthorized(false));
    assertThat(gate.admit(List.of("Basic eDp5"), (_, _) -> {})).isEqualTo(new Unauthorized(false));
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
    assertThat(gate.admit(List.of(bearer), (_, _) -> {})).isInstanceOf(NotEntitled.class);
    assertThat(gate.admit(List.of(bearer, bearer), (_, _) -> {})).isEqualTo(new Unauthorized(true));
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
  void the_caller_is_noted_as_soon_as_it_is_known_whatever_is_decided() {
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
  void before_the_first_register_only_the_form_of_a_key_can_be_judged() {
    assertThat(admit(ApiKey.generate().text())).isEqualTo(new NotReady());
    assertThat(admit("x")).isEqualTo(new Unauthorized(true));
    assertThat(gate.admit(List.of(), (_, _) -> {})).isEqualTo(new Unauthorized(false));
    assertThat(gate.admitNamed(List.of("rex"), (_, _) -> {})).isEqualTo(new NotReady());
    assertThat(gate.admitNamed(List.of(), (_, _) -> {})).isEqualTo(new Unauthorized(false));
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
      assertThat(gate.admitNamed(names, (_, _) -> {}))
          .as("%s", names)
          .isEqualTo(new Unauthorized(false));
    }
  }
}
