package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class IdentityTest {
  @Test
  void the_oldest_id_stays() {
    Identity.Id a = new Identity.Id("a", 1);
    Identity.Id b = new Identity.Id("b", 2);
    Identity.Id c = new Identity.Id("c", 3);
    Identity.Id gone = new Identity.Id("x", 0);
    assertThat(
            Identity.of(
                List.of(
                    List.of(new Identity.Bearer(c, gone), new Identity.Bearer(a, a)),
                    List.of(new Identity.Bearer(b, gone)))))
        .isEqualTo(Map.of("a", a, "c", a, "b", gone));
    assertThat(
            Identity.of(
                List.of(List.of(new Identity.Bearer(b, a)), List.of(new Identity.Bearer(a, a)))))
        .isEqualTo(Map.of("a", a, "b", b));
  }
}
