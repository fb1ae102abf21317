package org.marquee.matching;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.title.Spelling;

/// A director's name as it is compared: folded, without titles before it and what follows a family
/// name.
final class DirectorName {
  private static final Set<String> AFFIXES =
      Set.of("dame", "dr", "ii", "iii", "iv", "jr", "junior", "prof", "senior", "sir", "sr");

  /// Words that strangers share.
  private static final Set<String> PARTICLES =
      Set.of(
          ("al bin brothers da dal de del della den der di dos du el ibn la le les los "
                  + "the van von")
              .split(" ", -1));

  /// Where the scripts that are written with Latin letters end.
  private static final int LATIN_ENDS = 0x250;

  /// In their order, initials and particles included.
  private final List<String> words;

  /// The words that distinguish people: neither initials nor particles.
  private final Set<String> telling;

  private final Set<String> initials;
  private final String joined;
  private final String sorted;

  private DirectorName(List<String> words) {
    this.words = words;
    this.initials =
        words.stream().filter(DirectorName::isInitial).collect(Collectors.toUnmodifiableSet());
    this.telling =
        words.stream()
            .filter(word -> !isInitial(word) && !PARTICLES.contains(word))
            .collect(Collectors.toUnmodifiableSet());
    this.joined = String.join("", words);
    this.sorted = words.stream().sorted().collect(Collectors.joining(" "));
  }

  static @Nullable DirectorName of(String folded) {
    List<String> words =
        Stream.of(folded.split(" ", -1))
            .filter(word -> !word.isEmpty() && !AFFIXES.contains(word))
            .toList();
    DirectorName name = new DirectorName(words);
    return name.telling.isEmpty() ? null : name;
  }

  static boolean isAffix(String folded) {
    return AFFIXES.contains(folded);
  }

  private static boolean isInitial(String word) {
    return word.length() == 1 && word.charAt(0) < LATIN_ENDS;
  }

  /// Whether the words are the same in any order, with or without what stands between the first and
  /// the last.
  boolean isSame(DirectorName other) {
    if (sorted.equals(other.sorted) || joined.equals(other.joined)) {
      return true;
    }
    Set<String> shared = new HashSet<>(telling);
    shared.retainAll(other.telling);
    boolean one = shared.size() == Math.min(telling.size(), other.telling.size());
    // Paul W. S. Anderson is not Paul T. Anderson.
    boolean initialled =
        !initials.isEmpty()
            && !other.initials.isEmpty()
            && initials.stream().noneMatch(other.initials::contains);
    return one && shared.size() > 1 && !initialled;
  }

  /// Whether both may be one person in two spellings, languages or scripts, misspelt, or with one
  /// of the names changed. What is close in other scripts than the Latin one is not known here.
  boolean maybeSame(DirectorName other) {
    return !isLatin()
        || !other.isLatin()
        || shareFamily(other)
        || isShortFor(other)
        || areAlike(joined, other.joined, 1, 3)
        || isSpeltAlike(other);
  }

  private boolean isLatin() {
    return joined.chars().allMatch(letter -> letter < LATIN_ENDS);
  }

  /// A word that both have, and that is not the first of several in both: then it is how thousands
  /// are called.
  private boolean shareFamily(DirectorName other) {
    for (int one = 0; one < words.size(); one++) {
      for (int another = 0; another < other.words.size(); another++) {
        boolean given = isGiven(one) && other.isGiven(another);
        String word = words.get(one);
        if (!given
            && telling.contains(word)
            && other.telling.contains(other.words.get(another))
            && isNearly(word, other.words.get(another))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isGiven(int word) {
    return word == 0 && words.size() > 1;
  }

  private static boolean isNearly(String one, String other) {
    return one.equals(other)
        || (Math.min(one.length(), other.length()) >= 5 && areAlike(one, other, 1, 4));
  }

  /// `A. Lee` for `Ann Lee`, `Ann L.`, and `AL`.
  private boolean isShortFor(DirectorName other) {
    if (words.size() != other.words.size()) {
      return false;
    }
    for (int at = 0; at < words.size(); at++) {
      String one = words.get(at);
      String another = other.words.get(at);
      boolean shortened = isInitial(one) || isInitial(another);
      if (shortened ? one.charAt(0) != another.charAt(0) : !one.equals(another)) {
        return false;
      }
    }
    return true;
  }

  /// Both names alike, whichever of them comes first.
  private boolean isSpeltAlike(DirectorName other) {
    return halves().stream()
        .anyMatch(one ->
            other.halves().stream()
                .anyMatch(another ->
                    areAlike(one.given(), another.given(), 3, 5)
                        && areAlike(one.family(), another.family(), 3, 5)));
  }

  private record Halves(String given, String family) {}

  private List<Halves> halves() {
    if (words.size() < 2) {
      return List.of();
    }
    String first = words.getFirst();
    String last = words.getLast();
    return List.of(
        new Halves(joined.substring(0, joined.length() - last.length()), last),
        new Halves(joined.substring(first.length()), first));
  }

  /// Whether of the longer text at most `part` of `of` letters differ.
  private static boolean areAlike(String one, String other, int part, int of) {
    int most = Math.max(one.length(), other.length()) * part / of;
    return Math.abs(one.length() - other.length()) <= most && Spelling.distance(one, other) <= most;
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
