package org.marquee.feed.mapped;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of days and months in a pattern. `java.time` takes one form of each, in German `Mi.`
/// and not `Mi`; feeds have any, so each way to write a name is tried, longest first, with a dot
/// behind it or without.
final class NamesInPattern {
  /// Quoted text, or letters that stand for a name.
  private static final Pattern NAMES = Pattern.compile("'[^']*'|(E+)|(M{3,}|L{3,})");

  private static final TextStyle[] STYLES = {
    TextStyle.FULL, TextStyle.FULL_STANDALONE, TextStyle.SHORT, TextStyle.SHORT_STANDALONE
  };

  private NamesInPattern() {}

  /// @throws IllegalArgumentException if it is no pattern
  static DateTimeFormatter formatter(String pattern, Locale language) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    Matcher names = NAMES.matcher(pattern);
    int from = 0;
    while (names.find()) {
      boolean days = names.group(1) != null;
      if (days || names.group(2) != null) {
        builder.appendPattern(pattern.substring(from, names.start()));
        from = names.end();
        append(builder, days, language);
      }
    }
    return builder.appendPattern(pattern.substring(from)).toFormatter(language);
  }

  private static void append(DateTimeFormatterBuilder builder, boolean days, Locale language) {
    ChronoField field = days ? ChronoField.DAY_OF_WEEK : ChronoField.MONTH_OF_YEAR;
    BiFunction<Integer, TextStyle, String> name =
        days
            ? (number, style) -> DayOfWeek.of(number).getDisplayName(style, language)
            : (number, style) -> Month.of(number).getDisplayName(style, language);
    for (TextStyle style : STYLES) {
      builder.optionalStart().appendText(field, names(days ? 7 : 12, style, name)).optionalEnd();
    }
    builder.optionalStart().appendLiteral('.').optionalEnd();
  }

  private static Map<Long, String> names(
      int most, TextStyle style, BiFunction<Integer, TextStyle, String> name) {
    Map<Long, String> names = new HashMap<>();
    for (int number = 1; number <= most; number++) {
      names.put((long) number, name.apply(number, style).replaceFirst("\\.$", ""));
    }
    return names;
  }
}
