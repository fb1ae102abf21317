package org.marquee.feed.mapped;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Days of a week as programmes write them: `Do-Sa`, `Mo, Mi + Fr`, `Thu to Mon`.
final class Weekdays {
  private static final String RANGE = "-";

  private final Map<String, DayOfWeek> names = new HashMap<>();

  /// @param language that of their names, which may be shortened to two letters or more
  Weekdays(Locale language) {
    for (DayOfWeek day : DayOfWeek.values()) {
      String full = day.getDisplayName(TextStyle.FULL, language).toLowerCase(language);
      String brief = day.getDisplayName(TextStyle.SHORT, language).toLowerCase(language);
      names.put(full, day);
      names.put(brief.replace(".", ""), day);
      for (int length = 2; length < Math.min(5, full.length()); length++) {
        names.putIfAbsent(full.substring(0, length), day);
      }
    }
  }

  /// The days that a text names, in the order of the week; empty where it says anything else.
  Set<DayOfWeek> in(String text) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    List<String> words = words(text);
    for (int at = 0; at < words.size(); at++) {
      DayOfWeek day = names.get(words.get(at));
      if (day == null) {
        return Set.of();
      }
      days.add(day);
      if (at + 2 < words.size() && words.get(at + 1).equals(RANGE)) {
        DayOfWeek last = names.get(words.get(at + 2));
        if (last == null) {
          return Set.of();
        }
        for (; day != last; day = day.plus(1)) {
          days.add(day);
        }
        days.add(last);
        at += 2;
      }
    }
    return days;
  }

  private static List<String> words(String text) {
    String plain =
        text.toLowerCase(Locale.ROOT)
            .replaceAll("[-–—]| bis | to ", " " + RANGE + " ")
            .replaceAll("[.,;/&+]| und | and ", " ")
            .strip();
    return plain.isEmpty() ? List.of() : new ArrayList<>(List.of(plain.split("\\s+")));
  }
}
