package org.marquee.feed.proposed;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The names of months and days, in full and shortened, with the languages that have them.
final class TimeNames {
  /// In the order in which they are tried.
  static final List<String> LANGUAGES =
      List.of("en", "de", "fr", "es", "it", "nl", "pt", "da", "sv", "nb", "pl", "cs", "fi");

  static final Map<String, Set<String>> MONTHS = new HashMap<>();
  static final Map<String, Set<String>> DAYS = new HashMap<>();

  static {
    for (String language : LANGUAGES) {
      Locale locale = Locale.of(language);
      for (TextStyle style :
          List.of(
              TextStyle.FULL,
              TextStyle.FULL_STANDALONE,
              TextStyle.SHORT,
              TextStyle.SHORT_STANDALONE)) {
        for (Month month : Month.values()) {
          put(MONTHS, month.getDisplayName(style, locale), language);
        }
        for (DayOfWeek day : DayOfWeek.values()) {
          put(DAYS, day.getDisplayName(style, locale), language);
        }
      }
    }
  }

  private static void put(Map<String, Set<String>> names, String name, String language) {
    names.computeIfAbsent(plain(name), _ -> new HashSet<>()).add(language);
  }

  static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
  }

  private TimeNames() {}
}
