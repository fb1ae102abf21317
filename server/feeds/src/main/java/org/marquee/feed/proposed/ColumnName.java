package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a column is called, and within what.
///
/// @param own what its own name means
/// @param all the same, with what it stands in
/// @param entity what it is of; null where nothing says so
record ColumnName(List<String> own, Set<String> all, @Nullable String entity) {
  private static final Set<String> OPEN = Set.of("name", "title", "id", "number", "url", "label");

  static ColumnName of(ColumnPath place) {
    List<String> own = new ArrayList<>();
    Set<String> all = new HashSet<>();
    String entity = null;
    String member = place.member(0);
    for (int up = 0; member != null; member = place.member(++up)) {
      List<String> meant = ColumnWords.meanings(member);
      boolean open = own.isEmpty() || OPEN.containsAll(own);
      if (up == 0 || (own.isEmpty() && up < 3)) {
        own.addAll(meant);
        all.addAll(meant);
      } else if (open && entity == null) {
        all.addAll(meant);
      }
      for (String word : meant) {
        if (ColumnWords.ENTITIES.contains(word)
            && (entity == null || up == 0 || own.equals(meant))) {
          entity = word;
        }
      }
      if (entity != null) {
        all.add(entity);
      }
    }
    if (place.isName()) {
      // The names of members are ids of what these are.
      own.add("id");
      all.add("id");
    }
    return new ColumnName(List.copyOf(own), Set.copyOf(all), entity);
  }

  boolean says(String word) {
    return own.contains(word);
  }

  /// Whether no word of it is known.
  boolean saysNothing() {
    return own.stream().allMatch(ColumnWords.UNKNOWN::equals);
  }
}
