package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class RegisterTest {
  private static final AccessRevision FIRST = new AccessRevision(1, new UUID(0, 1));
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final Account REX =
      new Account(new Organization("rex", Organization.Standing.GOOD), null);

  private static final List<Plan> PLANS = List.of(BookInMemory.TRIAL, BookInMemory.STANDARD);

  private final ApiKey secret = ApiKey.generate();

  @Test
  void a_key_finds_its_holder() {
    assertThat(register(null, null).find(secret, NOON).map(Register.Holding::account))
        .contains(REX);
    assertThat(register(null, null).find(ApiKey.generate(), NOON)).isEmpty();
  }

  @Test
  void a_key_is_valid_until_just_before_it_expires() {
    Register register = register(NOON, null);
    assertThat(register.find(secret, NOON.minusNanos(1))).isPresent();
    assertThat(register.find(secret, NOON)).isEmpty();
    assertThat(register.find(secret, NOON.plusSeconds(1))).isEmpty();
  }

  @Test
  void a_revoked_key_is_not_valid_even_by_a_slower_clock() {
    assertThat(register(null, NOON).find(secret, NOON.minusSeconds(60))).isEmpty();
  }

  @Test
  void organizations_are_found_by_their_exact_names() {
    assertThat(register(null, null).findNamed("rex")).contains(REX);
    assertThat(register(null, null).findNamed("Rex")).isEmpty();
    assertThat(register(null, null).findNamed("")).isEmpty();
  }

  @Test
  void a_register_must_agree_with_itself() {
    assertThatThrownBy(() -> Register.of(FIRST, PLANS, List.of(REX, REX), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> Register.of(FIRST, PLANS, List.of(), Map.of(secret.hash(), key(null, null))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Register.of(FIRST, List.of(), List.of(REX), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    Account lost = new Account(REX.organization(), new Entitlement("gold", NOON, null));
    assertThatThrownBy(() -> Register.of(FIRST, PLANS, List.of(lost), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_entitlement_holds_from_its_start_up_to_its_end() {
    Entitlement hour = new Entitlement("standard", NOON, NOON.plusSeconds(3600));
    assertThat(hour.isActive(NOON.minusNanos(1))).isFalse();
    assertThat(hour.isActive(NOON)).isTrue();
    assertThat(hour.isActive(NOON.plusSeconds(3600).minusNanos(1))).isTrue();
    assertThat(hour.isActive(NOON.plusSeconds(3600))).isFalse();
    assertThat(new Entitlement("trial", NOON, null).isActive(Instant.MAX)).isTrue();
  }

  @Test
  void an_entitlement_begins_and_ends_on_a_microsecond_as_the_database_keeps_it() {
    Entitlement cut =
        new Entitlement("trial", NOON.plusNanos(1999), NOON.plusSeconds(1).plusNanos(999));
    assertThat(cut).isEqualTo(new Entitlement("trial", NOON.plusNanos(1000), NOON.plusSeconds(1)));
    assertThat(cut.from()).isEqualTo(NOON.plusNanos(1000));
  }

  @Test
  void an_entitlement_must_not_end_before_it_starts() {
    assertThatThrownBy(() -> new Entitlement("trial", NOON, NOON))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Entitlement("trial", NOON, NOON.plusNanos(999)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_plan_has_a_name_for_headers_and_a_rate_or_none() {
    for (String name : List.of("", "Gold", "a b", "a\"", "é", "a".repeat(81))) {
      assertThatThrownBy(() -> new Plan(name, OptionalInt.empty()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Plan("gold", OptionalInt.of(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "Rex", "rex-1_b.c", "-", "...", "0"})
  void names_of_organizations(String name) {
    assertThat(Organization.isName(name)).isTrue();
    assertThat(Organization.isName(name.repeat(80).substring(0, 80))).isTrue();
    assertThat(Organization.isName(name.repeat(81).substring(0, 81))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/b", "é", "a\n", "ａ", "٣", "a,b", "a\u0000"})
  void what_no_organization_is_called(String name) {
    assertThat(Organization.isName(name)).isFalse();
    assertThatThrownBy(() -> new Organization(name, Organization.Standing.GOOD))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void labels_can_be_shown_on_a_terminal() {
    assertThat(IssuedKey.isLabel("café 🎬, left till")).isTrue();
    assertThat(IssuedKey.isLabel("🎬".repeat(80))).isTrue();
    assertThat(IssuedKey.isLabel("🎬".repeat(81))).isFalse();
    assertThat(IssuedKey.isLabel("")).isFalse();
    assertThat(IssuedKey.isLabel("a\u001b[31m")).isFalse();
    assertThat(IssuedKey.isLabel("a\u0000")).isFalse();
    assertThat(IssuedKey.isLabel("a\nb")).isFalse();
    assertThat(IssuedKey.isLabel("a\u202eb")).isFalse();
    assertThat(IssuedKey.isLabel("\ud83c")).isFalse();
  }

  @Test
  void ids_of_keys_are_short_and_differ() {
    String id = IssuedKey.newId();
    assertThat(id).matches("key_[0-9a-hjkmnp-tv-z]{10}").isNotEqualTo(IssuedKey.newId());
  }

  private Register register(@Nullable Instant expires, @Nullable Instant revoked) {
    return Register.of(FIRST, PLANS, List.of(REX), Map.of(secret.hash(), key(expires, revoked)));
  }

  private static IssuedKey key(@Nullable Instant expires, @Nullable Instant revoked) {
    return new IssuedKey(
        IssuedKey.newId(), "rex", null, IssuedKey.Scope.API, NOON, expires, revoked, null, null);
  }
}
