package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Who acts.
@NullMarked
class ActorTest {
  @Test
  void who_came_by_sudo_is_named_with_the_user_whose_rights_they_have() {
    assertThat(Actor.user("marquee", Map.of())).isEqualTo("marquee");
    assertThat(Actor.user("marquee", Map.of("SUDO_USER", "alice"))).isEqualTo("alice as marquee");
    assertThat(Actor.user("alice", Map.of("SUDO_USER", "alice"))).isEqualTo("alice");
    assertThat(Actor.user("alice", Map.of("SUDO_USER", ""))).isEqualTo("alice");
  }

  @Test
  void a_program_names_the_person_for_whom_it_asks() {
    Map<String, String> portal = Map.of("MARQUEE_ACTOR", " anna ", "SUDO_USER", "root");
    assertThat(Actor.user("portal", portal)).isEqualTo("anna as portal");
    assertThat(Actor.user("portal", Map.of("MARQUEE_ACTOR", " "))).isEqualTo("portal");
    for (String name : List.of("a".repeat(81), "anna\nroot", "änna")) {
      assertThatThrownBy(() -> Actor.user("portal", Map.of("MARQUEE_ACTOR", name)))
          .hasMessageStartingWith("MARQUEE_ACTOR: ");
    }
  }

  @Test
  void the_machine_has_a_name() {
    assertThat(Actor.here("audit").host()).isNotBlank().doesNotContain("\n");
  }
}
