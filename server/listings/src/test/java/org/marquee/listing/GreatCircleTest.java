package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;

@NullMarked
class GreatCircleTest {
  @Test
  void london_is_some_344_kilometres_from_paris() {
    assertThat(GreatCircle.kilometres(51.5074, -0.1278, 48.8566, 2.3522))
        .isCloseTo(343.56, within(0.01));
  }

  @Test
  void a_point_is_no_distance_from_itself_and_half_a_globe_from_its_antipode() {
    assertThat(GreatCircle.kilometres(51.5, -0.1, 51.5, -0.1)).isZero();
    assertThat(GreatCircle.kilometres(51.5, -0.1, -51.5, 179.9))
        .isCloseTo(Math.PI * GreatCircle.EARTH_RADIUS_KM, within(1e-6));
  }

  @Test
  void the_date_line_is_no_obstacle() {
    assertThat(GreatCircle.kilometres(0, 179.9, 0, -179.9)).isCloseTo(22.239, within(0.001));
  }

  @Test
  void a_band_of_latitude_holds_all_that_is_near() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < Rounds.of(4_000); round++) {
      double latitude = random.nextDouble(-90, 90);
      double longitude = random.nextDouble(-180, 180);
      double north = Math.clamp(latitude + random.nextDouble(-1, 1), -90, 90);
      double east = longitude + random.nextDouble(-1, 1);
      double distance = GreatCircle.kilometres(latitude, longitude, north, east);
      assertThat(Math.abs(north - latitude))
          .isLessThanOrEqualTo(GreatCircle.degreesNorth(distance));
    }
  }
}
