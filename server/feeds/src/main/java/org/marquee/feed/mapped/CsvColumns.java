package org.marquee.feed.mapped;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
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
      rule.besideFields().forEach(each -> isPresent(each, columns, missing));
    }
    for (String column : missing) {
      sink.notice(new Notice(Code.COLUMN_MISSING, "", column, file + "; " + found(columns)));
    }
  }

  /// The columns that a value is read from, as a notice says it: ` (from Day, Time)`; empty where
  /// the feed has no columns.
  static String from(Mapping mapping, @Nullable Field field) {
    String columns =
        field == null || !(mapping.shape() instanceof Mapping.Shape.Csv)
            ? ""
            : field
                .expression()
                .paths()
                .map(ValuePath::firstMember)
                .filter(Objects::nonNull)
                .distinct()
                .collect(joining(", "));
    return columns.isEmpty() ? "" : " (from " + columns + ")";
  }

  /// The columns that there are, in their order.
  private static String found(Set<String> columns) {
    return (columns.size() == 1 ? "the only column is " : "the columns are ")
        + columns.stream().limit(SHOWN).collect(joining(", "))
        + (columns.size() > SHOWN ? ", …" : "");
  }

  private static boolean isPresent(
      Expression expression, Set<String> columns, Collection<String> absent) {
    if (expression.source() instanceof Expression.Source.At(ValuePath path)) {
      @Nullable String column = path.firstMember();
      if (column == null || columns.contains(column)) {
        return true;
      }
      absent.add(column);
      return false;
    }
    List<Expression> inner = expression.source().inner();
    long present = inner.stream().filter(each -> isPresent(each, columns, absent)).count();
    // One of several choices is enough.
    return present == inner.size()
        || (present > 0 && expression.source() instanceof Expression.Source.First);
  }
}
