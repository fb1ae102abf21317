package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RecordIdTest {

  @Test
  void ids_never_change() {
    // These stand in every database there is: a change here would give every record another id.
    assertThat(RecordId.of(Kind.SHOWTIME, "demo", "a"))
        .isEqualTo(RecordId.of(Kind.SHOWTIME, "demo", "a"));
    assertThat(RecordId.of(Kind.FILM, "clusterflick", "Solaris"))
        .isEqualTo("fi_q2pp9ymtdc15hvdk0nt2");
    assertThat(RecordId.of(Kind.SCREEN, "demo", "rex", "screen 1"))
        .isEqualTo("sc_wewa9qe5h08yfzq16zj5");
  }

  @Test
  void ids_keep_to_the_letters_of_the_interface() {
    assertThat(RecordId.of(Kind.CINEMA, "Überkino ☆", "東京/\n1")).matches("ci_[a-z0-9]{20}");
  }

  @Test
  void names_do_not_run_together() {
    Set<String> all = new HashSet<>();
    all.add(RecordId.of(Kind.SCREEN, "p", "ab", "c"));
    all.add(RecordId.of(Kind.SCREEN, "p", "a", "bc"));
    all.add(RecordId.of(Kind.SCREEN, "pa", "b", "c"));
    all.add(RecordId.of(Kind.SCREEN, "p", "abc"));
    all.add(RecordId.of(Kind.FILM, "p", "abc"));
    assertThat(all).hasSize(5);
  }
}
