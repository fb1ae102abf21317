package org.marquee.site.programme;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.site.frame.Visit;

/// Positions in addresses of pages: rounded to a hundredth of a degree, about a kilometre, so that
/// no address says where somebody lives.
final class Coordinates {
  private static final int PLACES = 2;

  private Coordinates() {}

  /// The coordinate of a cinema or a town, which everybody may know.
  static String exact(@Nullable Double degrees) {
    return degrees == null ? "" : BigDecimal.valueOf(degrees).toPlainString();
  }

  /// A coordinate as it stands in addresses; empty where there is none.
  static String written(@Nullable Double degrees) {
    return degrees == null
        ? ""
        : BigDecimal.valueOf(degrees)
            .setScale(PLACES, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
  }

  /// Whether an address has more digits than addresses have.
  static boolean areTooExact(Visit visit) {
    return Stream.of("lat", "lon")
        .flatMap(name -> visit.number(name, -180, 180).stream())
        .anyMatch(degrees -> BigDecimal.valueOf(degrees).stripTrailingZeros().scale() > PLACES);
  }

  /// This address around the rounded position.
  static String rounded(Visit visit) {
    Map<String, String> rounded = new HashMap<>();
    for (String name : List.of("lat", "lon")) {
      visit.number(name, -180, 180).ifPresent(degrees -> rounded.put(name, written(degrees)));
    }
    return visit.linkWith(rounded);
  }
}
