package org.marquee.feed.proposed;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A column of a file, or what one way through its tree leads to: its name, and what was seen in it
/// over all rows.
final class FileColumn {
  /// More different values than these are not kept: a date or a venue does not have so many.
  private static final int MOST_KEPT = 20_000;

  /// So many show what kind of values they are.
  private static final int MOST_ASKED = 300;

  private static final Pattern LETTERS = Pattern.compile(".*\\p{L}.*", Pattern.DOTALL);
  private static final Pattern SCREEN =
      Pattern.compile(
          "(?i)(saal|screen|salle|sala|zaal|auditorium|kino|cinema|hall|room|leinwand|studio)[ .-]*"
              + "(\\d{1,2}|[A-Z]|one|two|three|four|five|six|eins|zwei|drei)");
  private static final Pattern FLAG =
      Pattern.compile("(?i)true|false|yes|no|ja|nein|oui|non|si|[01xyn]");
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)(https?://|www\\.)\\S+|/[\\w./?=&%#-]{3,}");

  private final ColumnPath place;
  private final ColumnName name;
  private final Set<String> different = new LinkedHashSet<>();
  private final Set<String> nothing = new LinkedHashSet<>();
  private int count;
  private int repeated;

  FileColumn(ColumnPath place) {
    this.place = place;
    this.name = ColumnName.of(place);
  }

  void add(String value) {
    String text = value.strip();
    if (text.matches("[-–—]+")) {
      nothing.add(text);
    } else if (!text.isEmpty()) {
      count++;
      boolean isNew =
          different.size() < MOST_KEPT ? different.add(text) : !different.contains(text);
      repeated += isNew ? 0 : 1;
    }
  }

  ColumnPath place() {
    return place;
  }

  /// Signs that stand where there is no value: `-`.
  Set<String> nothing() {
    return nothing;
  }

  /// What its name means.
  ColumnName name() {
    return name;
  }

  /// What the values are, each once, in their order.
  Set<String> different() {
    return different;
  }

  /// How many rows have a value.
  int count() {
    return count;
  }

  /// Whether no two rows have the same.
  boolean isUnique() {
    return count > 0 && repeated == 0;
  }

  List<String> first(int most) {
    return different.stream().limit(most).toList();
  }

  /// The share of the first different values for which this holds.
  double share(Predicate<String> test) {
    return different.isEmpty()
        ? 0
        : different.stream().limit(MOST_ASKED).filter(test).count()
            / (double) Math.min(MOST_ASKED, different.size());
  }

  double share(Pattern pattern) {
    return share(pattern.asMatchPredicate());
  }

  boolean isAddresses() {
    return share(ADDRESS) > 0.8;
  }

  /// Whether they are words that a person would read.
  boolean isWords() {
    return share(LETTERS) > 0.4
        && !isAddresses()
        && !isFlags()
        && different.stream().noneMatch(text -> text.length() > 300);
  }

  /// Whether they are called as screens are: `Saal 2`.
  boolean isScreens() {
    return share(SCREEN) > 0.7;
  }

  boolean isFlags() {
    return share(FLAG) == 1;
  }

  double averageLength() {
    return different.stream().mapToInt(String::length).average().orElse(0);
  }

  /// The name of a column; in a tree, the way to it.
  @Override
  public String toString() {
    String member = place.member(0);
    return place.steps().size() == 1 && member != null ? member : place.toString();
  }
}
