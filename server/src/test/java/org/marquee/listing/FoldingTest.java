package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class FoldingTest {
  @ParameterizedTest
  @CsvSource({
    "Amélie, amelie",
    "  The   Rex!  , the rex",
    "Łódź Kino, lodz kino",
    "Øst for Đerdap, ost for derdap",
    "Æon œuvre, aeon oeuvre",
    "STRASSE, strasse",
    "Straße, strasse",
    "İstanbul ısı, istanbul isi",
    "ΟΔΟΣ, οδοσ",
    "ﬁlm №1, film no1",
    "L'Été—2, l ete 2",
    "東京 シネマ, 東京 シネマ",
    "½ price, 1 2 price"
  })
  void names_fold_to_what_they_are_compared_by(String name, String folded) {
    assertThat(Folding.fold(name)).isEqualTo(folded);
  }

  @Test
  void nothing_is_left_of_punctuation() {
    assertThat(Folding.fold("★ — !?")).isEmpty();
    assertThat(Folding.fold("")).isEmpty();
  }

  @Test
  void folding_what_is_folded_changes_nothing() {
    SplittableRandom random = new SplittableRandom(7);
    String letters = "aZ ÉłßİΣς9-½東ﬁ\u0301\u00a0.";
    for (int round = 0; round < 20_000; round++) {
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        name.append(letters.charAt(random.nextInt(letters.length())));
      }
      String folded = Folding.fold(name.toString());
      assertThat(Folding.fold(folded)).as(name.toString()).isEqualTo(folded);
      assertThat(folded).doesNotContain("  ").isEqualTo(folded.strip());
    }
  }
}
