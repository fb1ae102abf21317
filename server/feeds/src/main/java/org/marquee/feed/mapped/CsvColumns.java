package org.marquee.feed.mapped;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSink;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The columns of a CSV feed against those that its mapping looks for.
final class CsvColumns {
  /// Without these no record can be made.
  private static final Set<String> NEEDED =
      Set.of("externalId", "name", "title", "film", "cinema", "startsAt");

  /// The most columns that a message lists.
  private static final int SHOWN = 30;

  private CsvColumns() {}

  /// Reports what is missing; a feed without what every record needs is refused, since it must not
  /// look like one that lists nothing.
  static void check(Mapping mapping, Set<String> columns, String file, FeedSink sink)
      throws UnreadableFeed {
    Set<String> missing = new LinkedHashSet<>();
    for (Mapping.Rule rule : mapping.rules()) {
      for (var field : rule.fields().entrySet()) {
        List<String> absent = new ArrayList<>();
        boolean present = isPresent(field.getValue().expression(), columns, absent);
        if (!present && NEEDED.contains(field.getKey())) {
          throw new UnreadableFeed(
              file
                  + ": there is no column "
                  + String.join(", ", absent)
                  + ", from which the mapping "
                  + mapping.name()
                  + " reads \""
                  + field.getKey()
                  + "\"; "
                  + found(columns));
        }
        missing.addAll(absent);
      }
      rule.labels().forEach(label -> isPresent(label, columns, missing));
      rule.flags().values().forEach(flag -> isPresent(flag, columns, missing));
      rule.leaveOut().forEach(leaveOut -> isPresent(leaveOut.value(), columns, missing));
    }
    for (String column : missing) {
      sink.notice(new Notice(Code.COLUMN_MISSING, "", column, file + "; " + found(columns)));
    }
  }

  /// The columns that a value is read from, as a notice says it: ` (from Day, Time)`; empty where
  /// the feed has no columns.
  static String from(Mapping mapping, @Nullable Field field) {
    Set<String> columns = new LinkedHashSet<>();
    if (field != null && mapping.shape() instanceof Mapping.Shape.Csv) {
      isPresent(field.expression(), Set.of(), columns);
    }
    return columns.isEmpty() ? "" : " (from " + String.join(", ", columns) + ")";
  }

  /// The columns that there are, in their order.
  private static String found(Set<String> columns) {
    return (columns.size() == 1 ? "the only column is " : "the columns are ")
        + columns.stream().limit(SHOWN).collect(joining(", "))
        + (columns.size() > SHOWN ? ", …" : "");
  }

  private static boolean isPresent(
      Expression expression, Set<String> columns, Collection<String> absent) {
    return switch (expression.source()) {
      case Expression.Source.Constant _ -> true;
      case Expression.Source.At(ValuePath path) -> {
        @Nullable String column = path.firstMember();
        if (column == null || columns.contains(column)) {
          yield true;
        }
        absent.add(column);
        yield false;
      }
      case Expression.Source.Join(List<Expression> parts, _, _) -> {
        boolean all = true;
        for (Expression part : parts) {
          all &= isPresent(part, columns, absent);
        }
        yield all;
      }
      case Expression.Source.First(List<Expression> choices) -> {
        boolean any = false;
        for (Expression choice : choices) {
          any |= isPresent(choice, columns, absent);
        }
        yield any;
      }
    };
  }
}
