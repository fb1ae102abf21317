package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;
import org.marquee.title.Spelling;

@NullMarked
class SpellingTest {
  @ParameterizedTest
  @Cases(
      """
      The Colors Within, The Colours Within, true | Praavinkoodu Shappu, Pravinkoodu Shappu, true
      Nosferato, Nosferatu, true | Nosferat, Nosferatu, true | Osferatu, Nosferatu, true
      Nosferatu, Nosferatu, false | Nosferatu, Nusferato, false | Nosferatus, Nosferata, false
      The Colors Within, The Colours Without, false | The Colors Within, The Colours, false
      Nymphomaniac: Vol. I, Nymphomaniac: Vol. II, false | Before Sunrise, Before Sunset, false
      Alien, Aliens, true | Cars, Carts, false | Carts, Cart, false | The Carts, The Cartsy, true
      Stalker, Stalker A, false | Sherlock Jr, SherlockJr, false | Solaris1, Solaris2, false
      Solaris, Solaris2, false | デスノート前編, デスノート後編, false
      """)
  void one_letter_of_one_long_word_may_differ(String one, String other, boolean apart) {
    String first = FilmSource.Title.of(one).name();
    String second = FilmSource.Title.of(other).name();
    assertThat(Spelling.isOneLetterApart(first, second)).isEqualTo(apart);
    assertThat(Spelling.isOneLetterApart(second, first)).isEqualTo(apart);
  }
}
