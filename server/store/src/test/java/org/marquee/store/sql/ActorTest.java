package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

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
  void the_machine_has_a_name() {
    assertThat(Actor.here("audit").host()).isNotBlank().doesNotContain("\n");
  }
}
