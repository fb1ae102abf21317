package org.marquee.feed.mapped;

import static java.time.temporal.ChronoField.DAY_OF_WEEK;
import static java.time.temporal.ChronoField.MONTH_OF_YEAR;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
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
      if (names.group(1) != null || names.group(2) != null) {
        builder.appendPattern(pattern.substring(from, names.start()));
        from = names.end();
        for (TextStyle style : STYLES) {
          builder.optionalStart();
          if (names.group(1) != null) {
            append(builder, DAY_OF_WEEK, day -> DayOfWeek.of(day).getDisplayName(style, language));
          } else {
            append(
                builder, MONTH_OF_YEAR, month -> Month.of(month).getDisplayName(style, language));
          }
          builder.optionalEnd();
        }
        builder.optionalStart().appendLiteral('.').optionalEnd();
      }
    }
    return builder.appendPattern(pattern.substring(from)).toFormatter(language);
  }

  /// Appends the names of the numbers of a field, without a dot at the end.
  private static void append(
      DateTimeFormatterBuilder builder, ChronoField field, IntFunction<String> name) {
    Map<Long, String> names = new HashMap<>();
    for (int number = 1; number <= field.range().getMaximum(); number++) {
      names.put((long) number, name.apply(number).replaceFirst("\\.$", ""));
    }
    builder.appendText(field, names);
  }
}
