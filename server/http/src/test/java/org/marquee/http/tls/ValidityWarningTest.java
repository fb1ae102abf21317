package org.marquee.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.tls.ValidityWarning.Validity;

@NullMarked
class ValidityWarningTest {
  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2026-04-01T00:00:00Z");
  private static final Validity VALIDITY = new Validity(FROM, UNTIL);

  private final ValidityWarning warning = new ValidityWarning();

  @Test
  void two_weeks_before_its_end_a_certificate_is_warned_of_once_a_day() {
    assertThat(warning.due(VALIDITY, FROM)).isEmpty();
    Instant early = UNTIL.minus(Duration.ofDays(14));
    assertThat(warning.due(VALIDITY, early)).isEmpty();
    assertThat(warning.due(VALIDITY, early.plusSeconds(1)))
        .contains("the TLS certificate expires at 2026-04-01T00:00:00Z; put a new one in its file");
    assertThat(warning.due(VALIDITY, early.plusSeconds(2))).isEmpty();
    assertThat(warning.due(VALIDITY, early.plus(Duration.ofDays(1)))).isEmpty();
    assertThat(warning.due(VALIDITY, early.plus(Duration.ofDays(1)).plusSeconds(1))).isPresent();
  }

  @Test
  void an_expired_one_is_warned_of_at_once_and_each_day() {
    assertThat(warning.due(VALIDITY, UNTIL.plusSeconds(1)))
        .contains(
            "clients refuse the TLS certificate: it expired at 2026-04-01T00:00:00Z;"
                + " put a new one in its file");
    assertThat(warning.due(VALIDITY, UNTIL.plusSeconds(2))).isEmpty();
    assertThat(warning.due(VALIDITY, UNTIL.plus(Duration.ofDays(2)))).isPresent();
  }

  @Test
  void one_that_expires_on_a_day_with_a_warning_is_warned_of_again() {
    assertThat(warning.due(VALIDITY, UNTIL.minusSeconds(60))).isPresent();
    assertThat(warning.due(VALIDITY, UNTIL.plusSeconds(1))).isPresent();
    assertThat(warning.due(VALIDITY, UNTIL.plusSeconds(2))).isEmpty();
  }

  @Test
  void one_that_is_not_valid_yet_is_warned_of() {
    assertThat(warning.due(VALIDITY, FROM.minusMillis(1)))
        .contains(
            "clients refuse the TLS certificate before 2026-01-01T00:00:00Z:"
                + " check the clock of this machine");
    assertThat(warning.due(VALIDITY, FROM)).isEmpty();
  }

  @Test
  void a_new_one_is_looked_at_at_once() {
    assertThat(warning.due(VALIDITY, UNTIL.plusSeconds(1))).isPresent();
    Validity renewed = new Validity(UNTIL, UNTIL.plus(Duration.ofDays(90)));
    assertThat(warning.due(renewed, UNTIL.plusSeconds(2))).isEmpty();
  }

  @Test
  void one_that_lives_for_days_is_warned_of_when_a_sixth_is_left() {
    Validity days = new Validity(FROM, FROM.plus(Duration.ofDays(6)));
    assertThat(warning.due(days, FROM.plus(Duration.ofDays(5)))).isEmpty();
    assertThat(warning.due(days, FROM.plus(Duration.ofDays(5)).plusSeconds(1))).isPresent();
  }
}
