package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;

@NullMarked
class CredentialsTest {
  private final ApiKey key = ApiKey.generate();

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "bEaReR ", "Bearer    "})
  void the_scheme_is_read_in_any_case_before_any_number_of_spaces(String scheme) {
    assertThat(Credentials.read(List.of(scheme + key.text()))).isEqualTo(new Credentials.Key(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer ", "Bearer    ", " "})
  @Cases(
      """
      Bearer | Basic cmV4OnJleA== | Bearerx y | Token Bearer x | Bear | Digest username="Bearer"
      """)
  void nothing_or_another_scheme_is_no_key(String field) {
    assertThat(Credentials.read(List.of(field))).isEqualTo(new Credentials.None());
  }

  @Test
  void a_bare_key_without_its_scheme_is_no_key() {
    assertThat(Credentials.read(List.of(key.text()))).isEqualTo(new Credentials.None());
    assertThat(Credentials.read(List.of("Bearer" + key.text()))).isEqualTo(new Credentials.None());
    assertThat(Credentials.read(List.of("Bearer\t" + key.text())))
        .isEqualTo(new Credentials.None());
  }

  @Test
  void what_cannot_be_a_key_is_invalid() {
    for (String token :
        List.of(
            "x",
            key.text().substring(1),
            key.text() + " x",
            key.text() + ",",
            key.text() + " ",
            "\"" + key.text() + "\"",
            "mq_" + "0".repeat(38),
            "mq_" + "é".repeat(38))) {
      assertThat(Credentials.read(List.of("Bearer " + token)))
          .as(token)
          .isEqualTo(new Credentials.Invalid());
    }
  }

  @Test
  void no_field_is_no_key_and_several_are_invalid() {
    String field = "Bearer " + key.text();
    assertThat(Credentials.read(List.of())).isEqualTo(new Credentials.None());
    assertThat(Credentials.read(List.of(field, field))).isEqualTo(new Credentials.Invalid());
    assertThat(Credentials.read(List.of("", field))).isEqualTo(new Credentials.Invalid());
  }
}
