package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;

@NullMarked
class DirectorsTest {
  private static Agreement compare(String one, String other) {
    Directors first = Directors.of(one.replace('¶', '\n'));
    Directors second = Directors.of(other.replace('¶', '\n'));
    Agreement compared = first.compare(second);
    assertThat(second.compare(first)).as("the other way round").isEqualTo(compared);
    return compared;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Ann Lee; Ann Lee",
        "Ann Lee; ANN  LEE",
        "Ann Lee; Lee, Ann",
        "Ann Lee; Lee Ann",
        "Ann Lee; Dir. Ann Lee",
        "Ann Lee; Directed by: Ann Lee (UK)",
        "Ann Lee; Sir Ann Lee, Jr.",
        "Ann Lee; Ann Lee, Bob Ray",
        "Bob Ray; Ann Lee & Bob Ray",
        "Bob Ray; Ann Lee and Bob Ray",
        "Bob Ray; Ann Lee¶Bob Ray",
        "Bob Ray; Ann Lee/Bob Ray",
        "Bob Ray; 'Lee, Ann; Ray, Bob'",
        "Pedro Almodóvar; Pedro Almodovar",
        "Ishirô Honda; Honda Ishiro",
        "Bong Joon-ho; Bong Joonho",
        "J.J. Abrams; JJ Abrams",
        "Jon M. Chu; Jon Chu",
        "Carlos López Estrada; Carlos Estrada",
        "Rintaro; RINTARO",
        "宮崎駿; 宮崎駿",
        "Ethan Coen¶Joel Coen; Joel & Ethan Coen"
      })
  void names_of_one_person_agree(String one, String other) {
    assertThat(compare(one, other)).isEqualTo(Agreement.AGREE);
  }

  @ParameterizedTest
  @Cases(
      columns = ";",
      value =
          """
          Kenneth Branagh; Clyde Geronimi
          Kenneth Branagh; Clyde Geronimi, Hamilton Luske & Wilfred Jackson | John Ford; John Huston
          Ann Lee; Ann Ray | Denis Villeneuve; David Lynch | F. W. Murnau; Robert Eggers
          Luca Guadagnino; Dario Argento | Rintaro; Satoshi Kon
          de la Iglesia, Álex; Guillermo de la Torre | Al Pacino; Ann Lee
          """)
  void strangers_contradict(String one, String other) {
    assertThat(compare(one, other)).isEqualTo(Agreement.CONTRADICT);
  }

  @ParameterizedTest
  @Cases(
      columns = ";",
      value =
          """
          A. Lee; Ann Lee | Ann Lee; Ann L. | Ann Lee; Lee | Ann Lee; Bob Lee
          Paul W. S. Anderson; Paul T. Anderson | Oz Perkins; Osgood Perkins
          Brady Corbet; Brady Cobert | Martin Scorsese; Martin Scorcese
          Andrei Zvyagintsev; Andrej Swjaginzew | Sergei Eisenstein; Sergej Ejzenštejn
          Kim Ki-duk; Kim Kee-deok | Wuershan; Wu Ershan Li | Hayao Miyazaki; 宮崎駿
          Andrei Tarkovsky; Андрей Тарковский | Lana Wachowski; The Wachowskis
          Joel Coen; Coen Brothers | Daniel Kwan; The Daniels
          Dave Derrick Jr.; David G. Derrick Jr.Jason HandDana Ledoux Miller
          Ann Lee; Bob Ray and others | Ann Lee; Bob Ray et al. | 黒澤明; 宮崎駿
          Gary Halvorson; The Metropolitan Opera
          """)
  void in_doubt_nothing_is_known(String one, String other) {
    assertThat(compare(one, other)).isEqualTo(Agreement.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  @Cases(
      """
      - | Various | VARIOUS DIRECTORS | TBC | Unknown | N/A | n.a. | Director | Directors:
      Anonymous | Jr. | A. | The Royal Ballet | Aardman Studios
      Ann, Bob, Cy, Di, Ed, Flo, Gus, Hal, Ida, Joe, Kim, Lou, May, Ned, Oz, Pam, Ron, Sue, Tim, Una, Val, Wes
      """)
  void what_names_nobody_is_no_fact(String said) {
    assertThat(compare(said, said)).isEqualTo(Agreement.UNKNOWN);
    assertThat(compare(said, "Ann Lee")).isEqualTo(Agreement.UNKNOWN);
  }
}
