package org.marquee.store.record;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.title.TitleIn;

/// Titles by language as a column has them: a line each, the language, a tab and the title.
public final class TitleRows {
  private TitleRows() {}

  /// Null where there are none.
  static @Nullable String write(List<TitleIn> titles) {
    return titles.isEmpty()
        ? null
        : titles.stream()
            .map(each -> each.language() + "\t" + each.title().replace('\n', ' '))
            .collect(joining("\n"));
  }

  /// The titles in a column.
  public static List<TitleIn> read(@Nullable String column) {
    return column == null
        ? List.of()
        : column
            .lines()
            .map(line -> line.split("\t", 2))
            .map(parts -> new TitleIn(parts[0], parts[1]))
            .toList();
  }
}
