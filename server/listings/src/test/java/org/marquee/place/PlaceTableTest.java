package org.marquee.place;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.place.PlaceTable.Town;

@NullMarked
class PlaceTableTest {
  private static final PlaceTable PLACES = PlaceTable.shared();

  @Test
  void a_position_in_a_town_is_of_that_town() {
    assertThat(PLACES.at(53.7997, -1.5492, null)).isEqualTo(new Town("GB", "Leeds"));
    assertThat(PLACES.at(48.8722, 2.3009, null)).isEqualTo(new Town("FR", "Paris"));
    assertThat(PLACES.at(-37.8136, 144.9631, null)).isEqualTo(new Town("AU", "Melbourne"));
  }

  @Test
  void a_part_of_a_town_is_none() {
    assertThat(PLACES.at(52.4986, 13.4034, null)).isEqualTo(new Town("DE", "Berlin"));
  }

  @Test
  void nothing_is_further_away_than_fifteen_kilometres() {
    assertThat(PLACES.at(48.0, -30.0, null)).isNull();
    assertThat(PLACES.at(90, 0, null)).isNull();
    assertThat(PLACES.at(-90, 180, null)).isNull();
    // Ushuaia is at 54.81 south, 68.32 west, and is the only place around.
    assertThat(PLACES.at(-54.94, -68.32, null)).isEqualTo(new Town("AR", "Ushuaia"));
    assertThat(PLACES.at(-54.95, -68.32, null)).isNull();
  }

  @Test
  void a_place_is_in_the_country_that_is_said() {
    // Konstanz and Kreuzlingen are one town in two countries.
    assertThat(PLACES.at(47.656, 9.175, null)).isEqualTo(new Town("DE", "Konstanz"));
    assertThat(PLACES.at(47.656, 9.175, "CH")).isEqualTo(new Town("CH", "Kreuzlingen"));
    assertThat(PLACES.at(47.656, 9.175, "JP")).isNull();
  }
}
