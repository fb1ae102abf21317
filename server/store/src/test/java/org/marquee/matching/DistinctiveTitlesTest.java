package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;
import org.marquee.listing.Folding;

@NullMarked
class DistinctiveTitlesTest {
  private static DistinctiveTitles.Kind kind(String title) {
    return DistinctiveTitles.kindOf(Folding.fold(title));
  }

  @ParameterizedTest
  @Cases(
      """
      The Lantern | A Complete Unknown | Saturday Night | Moana 2 | Blade Runner 2049 | Nosferatu
      Conclave | Babygirl | Vermiglio | Се7ен | 千と千尋の神隠し | 기생충들의밤 | Cinema Paradiso
      Secret Mall Apartment | Live and Let Die | The Short History of the Long Road
      """)
  void two_words_or_a_rare_one_tell_a_film(String title) {
    assertThat(kind(title)).isEqualTo(DistinctiveTitles.Kind.TELLING);
  }

  @ParameterizedTest
  @Cases(
      """
      Heat | Home | Maria | Alone | Presence | Hamlet | 1917 | 2073 | Her | Liebe | Amore | Saudade
      Voyage | Zemsta
      """)
  void a_common_or_short_word_or_a_number_does_not(String title) {
    assertThat(kind(title)).isEqualTo(DistinctiveTitles.Kind.COMMON_WORD);
  }

  @ParameterizedTest
  @Cases(
      """
      Secret Screening | Secret Screening #3 | Mystery Movie | The Mystery Film | Kids Club
      Kids' Club | Private Hire | Closed | Closed for Private Event | TBC | Film TBC
      Title to be announced | Shorts Programme | Shorts Programme 2 | Short Film Programme
      Animated Shorts 2025 | Best of the Fest Shorts | Harbour Film Festival Opening | Opening Gala
      Live Broadcast | Live Opera | Film Quiz | Movie Night | Screen Unseen | Sneak Preview
      Überraschungsfilm | Geschlossene Gesellschaft | Kurzfilmprogramm 1
      Geschlossene Veranstaltung | Séance privée | Film surprise | Courts métrages
      Évènement privé | Film a sorpresa | Evento privato | Cortometraggi | Película sorpresa
      Sesión privada | Sessão surpresa | Curtas-metragens | Besloten voorstelling | Zaalverhuur
      Pokaz zamknięty | Film niespodzianka | Filmové překvapení | Uzavřená společnost
      Overraskelsesfilm | Lukket arrangement | Överraskningsfilm | Yllätyselokuva
      シークレット上映 | 貸切 | 대관
      """)
  void what_many_events_are_called_does_not(String title) {
    assertThat(kind(title)).isEqualTo(DistinctiveTitles.Kind.EVENT);
  }
}
