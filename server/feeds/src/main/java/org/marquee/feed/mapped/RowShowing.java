package org.marquee.feed.mapped;

import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Value;

/// One of the showings that a row stands for: rows may have several starts in one cell, or days of
/// the week beside the first day of a week.
///
/// @param start the text of its start; null where the row has one start
/// @param day the day of the week that begins with the date in it; null where it is that date
record RowShowing(@Nullable String start, @Nullable DayOfWeek day) {
  static final RowShowing ONLY = new RowShowing(null, null);

  /// The showings of a row: one, unless the mapping says where several are.
  static List<RowShowing> of(Mapping.Rule rule, Spot row, Expression.Reach reach) {
    if (!(rule.fields().get("startsAt") instanceof Field.Time time) || !time.isSeveral()) {
      return List.of(ONLY);
    }
    List<@Nullable String> starts = new ArrayList<>();
    if (time.expression().isSeveral()) {
      time.expression().all(row, reach).forEach(value -> starts.add(Expression.textOf(value)));
    } else {
      starts.add(null);
    }
    Field.Days weekdays = time.weekdays();
    String text = weekdays == null ? null : weekdays.expression().text(row, reach);
    Set<DayOfWeek> days = weekdays == null || text == null ? Set.of() : weekdays.names().in(text);
    List<RowShowing> showings = new ArrayList<>();
    for (String start : starts) {
      if (text == null) {
        showings.add(new RowShowing(start, null));
      }
      days.forEach(day -> showings.add(new RowShowing(start, day)));
    }
    // A row without a start that can be read is refused as one.
    return showings.isEmpty()
        ? List.of(text == null ? ONLY : new RowShowing(text, null))
        : showings;
  }

  /// The id of this showing, of a row that has one for all of them.
  @Nullable String idOf(@Nullable String id, @Nullable Value startsAt) {
    if (equals(ONLY) || id == null) {
      return id;
    }
    return startsAt == null ? null : id + "/" + startsAt.shown();
  }
}
