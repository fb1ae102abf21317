package org.marquee.site.programme;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Positions in addresses of pages: rounded to a hundredth of a degree, about a kilometre, so that
/// no address says where somebody lives.
final class Coordinates {
  private static final int PLACES = 2;

  private Coordinates() {}

  /// A coordinate as it stands in addresses; empty where there is none.
  static String written(@Nullable Double degrees) {
    return degrees == null
        ? ""
        : BigDecimal.valueOf(degrees)
            .setScale(PLACES, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
  }

  /// Whether a number has no more digits than addresses have.
  static boolean isRounded(double degrees) {
    return BigDecimal.valueOf(degrees).stripTrailingZeros().scale() <= PLACES;
  }
}
