package org.marquee.feed.mapped;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Value;

/// How a value is read from a row (docs/mappings.md, "Values"): where it stands, and what is done
/// with its text before it is interpreted.
///
/// @param split what stands between the texts that one text holds; null where it is one
/// @param missing texts that mean nothing, as `TBC`
/// @param remove what is taken out of a text
/// @param match what is kept of a text, its first group if it has one; a text without it means
///   nothing
/// @param table what texts are exchanged by
record Expression(
    Source source,
    @Nullable String split,
    Set<String> missing,
    @Nullable Pattern remove,
    @Nullable Pattern match,
    @Nullable TableUse table) {
  /// Longer texts are not searched for patterns: what would be found is no title, and takes long.
  private static final int LONGEST_SEARCHED = 4000;

  private static final int MOST_SPLIT = 1000;

  Expression {
    missing = Set.copyOf(missing);
  }

  /// Where a value comes from.
  sealed interface Source {
    /// The values that it is made of.
    default List<Expression> inner() {
      return switch (this) {
        case At _, Constant _ -> List.of();
        case Join(List<Expression> parts, _, _) -> parts;
        case First(List<Expression> choices) -> choices;
      };
    }

    /// What a path leads to.
    record At(ValuePath path) implements Source {}

    /// A text that is the same for every row.
    record Constant(String text) implements Source {}

    /// The parts one after the other.
    record Join(List<Expression> parts, String with, Lacking lacking) implements Source {
      public Join {
        parts = List.copyOf(parts);
      }

      enum Lacking {
        REST,
        NOTHING
      }
    }

    /// The first that has a value.
    record First(List<Expression> choices) implements Source {
      public First {
        choices = List.copyOf(choices);
      }
    }
  }

  /// @param others whether texts that the table does not have are kept
  /// @param told whether each such text is reported: not where the mapping states that they are
  ///   meant
  record TableUse(String name, Others others, boolean told) {
    enum Others {
      KEPT,
      DROPPED
    }
  }

  /// The values of tables by their names, and what was found on the way.
  ///
  /// @param patterns runs the patterns
  /// @param unknown takes note of keys that a table does not have; null: nobody does
  record Reach(
      Map<String, Map<String, String>> tables,
      ValuePath.Walk walk,
      PatternWork patterns,
      @Nullable UnknownKeys unknown) {
    /// This reach, for values that may well be no key of their table, as labels.
    Reach silent() {
      return new Reach(tables, walk, patterns, null);
    }
  }

  /// Whether one text of a row may be several values.
  boolean isSeveral() {
    return split != null || source.inner().stream().anyMatch(Expression::isSeveral);
  }

  /// The paths that it reads.
  Stream<ValuePath> paths() {
    return source instanceof Source.At(ValuePath path)
        ? Stream.of(path)
        : source.inner().stream().flatMap(Expression::paths);
  }

  static Expression at(ValuePath path) {
    return new Expression(new Source.At(path), null, Set.of(), null, null, null);
  }

  /// The first value; null where there is none.
  @Nullable Value first(Spot row, Reach reach) {
    List<Value> all = all(row, reach);
    return all.isEmpty() ? null : all.getFirst();
  }

  /// The first value as text; null where there is none, or where it is a list or an object.
  @Nullable String text(Spot row, Reach reach) {
    Value value = first(row, reach);
    return value == null ? null : textOf(value);
  }

  /// All values, texts trimmed; without the empty ones.
  List<Value> all(Spot row, Reach reach) {
    List<Value> values = new ArrayList<>(2);
    switch (source) {
      case Source.At(ValuePath path) ->
          path.walk(row, reach.walk(), spot -> add(spot.value(), reach, values));
      case Source.Constant(String text) -> add(new Value.Text(text), reach, values);
      case Source.Join(List<Expression> parts, String with, Source.Join.Lacking lacking) -> {
        List<String> joined = List.of();
        boolean whole = true;
        for (Expression part : parts) {
          List<String> texts = part.texts(row, reach);
          whole &= !texts.isEmpty();
          joined = joined.isEmpty() ? texts : each(joined, with, texts);
        }
        if (whole || lacking == Source.Join.Lacking.REST) {
          joined.forEach(text -> add(new Value.Text(text), reach, values));
        }
      }
      case Source.First(List<Expression> choices) -> {
        for (int at = 0; at < choices.size() && values.isEmpty(); at++) {
          choices.get(at).all(row, reach).forEach(value -> add(value, reach, values));
        }
      }
    }
    return values;
  }

  /// The texts to join: the first one, unless the mapping splits a text.
  private List<String> texts(Spot row, Reach reach) {
    List<String> texts = new ArrayList<>(1);
    for (Value value : all(row, reach)) {
      String text = textOf(value);
      if (text == null || (!isSeveral() && !texts.isEmpty())) {
        break;
      }
      texts.add(text);
    }
    return texts;
  }

  /// Each of `one` with each of `other`.
  private static List<String> each(List<String> one, String with, List<String> other) {
    if (other.isEmpty()) {
      return one;
    }
    return one.stream()
        .flatMap(first -> other.stream().map(second -> first + with + second))
        .limit(MOST_SPLIT)
        .toList();
  }

  private void add(Value value, Reach reach, List<Value> values) {
    if (value == Value.Nothing.NOTHING) {
      return;
    }
    String text = textOf(value);
    if (text == null) {
      values.add(value);
      return;
    }
    Stream<String> texts =
        split == null ? Stream.of(text) : Stream.of(text.split(Pattern.quote(split), MOST_SPLIT));
    texts
        .flatMap(one -> Stream.ofNullable(meant(one, reach)))
        .forEach(meant -> values.add(new Value.Text(meant)));
  }

  private @Nullable String meant(String text, Reach reach) {
    String left = trimmed(text);
    if (left.isEmpty() || missing.contains(left)) {
      return null;
    }
    if (remove != null && left.length() <= LONGEST_SEARCHED) {
      left = trimmed(reach.patterns().match(remove, left, found -> found.replaceAll("")));
    }
    if (match != null) {
      left = matched(match, left, reach.patterns());
    }
    if (table != null && left != null) {
      String meaning = reach.tables().getOrDefault(table.name(), Map.of()).get(left);
      UnknownKeys unknown = reach.unknown();
      if (meaning == null && table.told() && unknown != null && !left.isEmpty()) {
        unknown.missed(table.name(), left);
      }
      left = meaning == null && table.others() == TableUse.Others.KEPT ? left : meaning;
    }
    return left == null || left.isEmpty() ? null : left;
  }

  private static @Nullable String matched(Pattern pattern, String text, PatternWork patterns) {
    if (text.length() > LONGEST_SEARCHED) {
      return null;
    }
    return patterns
        .match(
            pattern,
            text,
            found ->
                Optional.ofNullable(
                    found.find() ? found.group(Math.min(1, found.groupCount())) : null))
        .map(Expression::trimmed)
        .orElse(null);
  }

  /// The text that a value is; null where it is a list or an object.
  static @Nullable String textOf(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text;
      case Value.Numeral(String digits, _) -> digits;
      case Value.Flag(boolean set) -> String.valueOf(set);
      default -> null;
    };
  }

  /// Without spaces at its ends, those that do not break included.
  static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isSpace(char letter) {
    return Character.isWhitespace(letter) || Character.isSpaceChar(letter) || letter == '\uFEFF';
  }
}
