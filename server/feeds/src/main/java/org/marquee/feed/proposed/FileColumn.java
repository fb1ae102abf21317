package org.marquee.feed.proposed;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A column of the rows that were looked at.
///
/// @param name its heading, or in a tree the way to it
/// @param path how a mapping reaches it from a row
/// @param values one for each row, empty where it has none
/// @param different the values, each once
/// @param meanings what its name means, of `feed/column-words.txt`
record FileColumn(
    String name, String path, List<String> values, List<String> different, Set<String> meanings) {
  static FileColumn of(String name, String path, List<String> values) {
    Set<String> all = new LinkedHashSet<>(values);
    all.remove("");
    return new FileColumn(name, path, values, List.copyOf(all), ColumnWords.of(name));
  }

  boolean means(Set<String> words) {
    return !meanings.isEmpty() && words.containsAll(meanings);
  }

  boolean hints(Set<String> words) {
    return meanings.stream().anyMatch(words::contains);
  }

  /// Whether a person means it by this name: the whole one, or the end of a way.
  boolean isMeant(String said) {
    String end = said.strip().toLowerCase(Locale.ROOT);
    String own = name.toLowerCase(Locale.ROOT);
    return own.equals(end) || own.endsWith("." + end);
  }

  /// What it stands in.
  String around() {
    return name.substring(0, name.lastIndexOf('.') + 1);
  }

  /// A value with which another column has several; empty where each has one. Rows without a value
  /// are passed over.
  Optional<String> severalOf(FileColumn other) {
    Map<String, String> first = new HashMap<>();
    for (int row = 0; row < values.size(); row++) {
      String key = values.get(row);
      String value = other.values().get(row);
      boolean isNone = key.isEmpty() || value.isEmpty();
      String before = isNone ? value : first.putIfAbsent(key, value);
      if (before != null && !before.equals(value)) {
        return Optional.of(
            "%s has %s %s".formatted(key, other, Choice.list(List.of(before, value))));
      }
    }
    return Optional.empty();
  }

  /// Some of its values, as a question shows them.
  String examples() {
    return Choice.list(different);
  }

  @Override
  public String toString() {
    return name;
  }
}
