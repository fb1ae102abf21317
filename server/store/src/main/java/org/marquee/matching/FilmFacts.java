package org.marquee.matching;

import java.util.SequencedMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.matching.FilmSource.Facts;
import org.marquee.title.Titles;

/// How the facts of two source records of films compare, apart from the title.
///
/// @param catalogue same id in an external catalogue, or different ids in one
/// @param years agree within one
/// @param minutes running times agree within a twentieth of the longer
/// @param directors see [Directors#compare]
/// @param brackets words in brackets behind one title: they may be labels, so they only speak
///   against a match
record FilmFacts(
    Agreement catalogue,
    Agreement years,
    Agreement minutes,
    Agreement directors,
    Agreement brackets) {

  static FilmFacts of(FilmSource first, FilmSource second) {
    Facts one = first.facts();
    Facts other = second.facts();
    return new FilmFacts(
        catalogue(one, other),
        compare(one.year(), other.year(), (year, another) -> Math.abs(year - another) <= 1),
        compare(known(one.minutes()), known(other.minutes()), FilmFacts::areNearly),
        one.directors().compare(other.directors()),
        brackets(first, second));
  }

  private static Agreement brackets(FilmSource one, FilmSource other) {
    Agreement found = compare(one.bracket(), other.bracket(), FilmFacts::areOneBracket);
    // Titles are compared last: most have no brackets.
    return found == Agreement.UNKNOWN || one.nearlySameTitle(other) ? found : Agreement.UNKNOWN;
  }

  private static boolean areOneBracket(String one, String other) {
    return !Titles.differ(one, other)
        || Directors.of(one).compare(Directors.of(other)) == Agreement.AGREE;
  }

  /// How many of year, running time and directors compare as `wanted`.
  int count(Agreement wanted) {
    return (int) Stream.of(years, minutes, directors).filter(wanted::equals).count();
  }

  /// How the facts compare, in words, with what the source records say.
  void addTo(SequencedMap<String, String> evidence, FilmSource first, FilmSource second) {
    Facts one = first.facts();
    Facts other = second.facts();
    if (brackets != Agreement.UNKNOWN) {
      evidence.put("words in brackets", words(brackets, first.bracket(), second.bracket()));
    }
    evidence.put(
        "ids in catalogues",
        words(
            catalogue,
            one.catalogA() + "/" + one.catalogB(),
            other.catalogA() + "/" + other.catalogB()));
    evidence.put("years", words(years, one.year(), other.year()));
    evidence.put("running times", words(minutes, one.minutes(), other.minutes()));
    evidence.put("directors", words(directors, one.directors(), other.directors()));
  }

  private static String words(Agreement how, @Nullable Object one, @Nullable Object other) {
    return switch (how) {
      case AGREE -> "agree, %s and %s".formatted(one, other);
      case CONTRADICT -> "contradict, %s and %s".formatted(one, other);
      case UNKNOWN -> "cannot be compared";
    };
  }

  /// Whether these are certainly two films. Different running times are no proof where the year or
  /// the directors agree: one film is listed with advertisements, with a talk, in two cuts.
  boolean areTwoFilms() {
    if (catalogue != Agreement.UNKNOWN) {
      return catalogue == Agreement.CONTRADICT;
    }
    return years == Agreement.CONTRADICT
        || directors == Agreement.CONTRADICT
        || (minutes == Agreement.CONTRADICT
            && years != Agreement.AGREE
            && directors != Agreement.AGREE);
  }

  /// How their ids in external catalogues compare; they agree where one does and none differs.
  static Agreement catalogue(Facts one, Facts other) {
    Agreement a = compare(one.catalogA(), other.catalogA(), String::equals);
    Agreement b = compare(one.catalogB(), other.catalogB(), String::equals);
    if (a == Agreement.CONTRADICT || b == Agreement.CONTRADICT) {
      return Agreement.CONTRADICT;
    }
    return a == Agreement.AGREE ? a : b;
  }

  private static <T> Agreement compare(
      @Nullable T one, @Nullable T other, BiPredicate<T, T> agree) {
    if (one == null || other == null) {
      return Agreement.UNKNOWN;
    }
    return agree.test(one, other) ? Agreement.AGREE : Agreement.CONTRADICT;
  }

  private static @Nullable Integer known(@Nullable Integer minutes) {
    return minutes == null || minutes == 0 ? null : minutes;
  }

  private static boolean areNearly(int minutes, int others) {
    return Math.abs(minutes - others) * 20 <= Math.max(minutes, others);
  }
}
