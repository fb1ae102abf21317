package org.marquee.matching;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.matching.FilmSource.Facts;

/// How the facts of two source records of films compare, apart from the title.
///
/// @param catalogue same id in an external catalogue, or different ids in one
/// @param years agree within one
/// @param minutes running times agree within a twentieth of the longer
/// @param directors see [Directors#compare]
record FilmFacts(Agreement catalogue, Agreement years, Agreement minutes, Agreement directors) {

  static FilmFacts of(FilmSource one, FilmSource other) {
    return of(one.facts(), other.facts());
  }

  private static FilmFacts of(Facts one, Facts other) {
    return new FilmFacts(
        catalogue(one, other),
        years(one, other),
        minutes(one, other),
        one.directors().compare(other.directors()));
  }

  /// How many of year, running time and directors compare as `wanted`.
  int count(Agreement wanted) {
    return (int) Stream.of(years, minutes, directors).filter(wanted::equals).count();
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
    Agreement a = ids(one.catalogA(), other.catalogA());
    Agreement b = ids(one.catalogB(), other.catalogB());
    if (a == Agreement.CONTRADICT || b == Agreement.CONTRADICT) {
      return Agreement.CONTRADICT;
    }
    return a == Agreement.AGREE ? a : b;
  }

  private static Agreement ids(@Nullable String one, @Nullable String other) {
    if (one == null || other == null) {
      return Agreement.UNKNOWN;
    }
    return Objects.equals(one, other) ? Agreement.AGREE : Agreement.CONTRADICT;
  }

  private static Agreement years(Facts one, Facts other) {
    if (one.year() == null || other.year() == null) {
      return Agreement.UNKNOWN;
    }
    return Math.abs(one.year() - other.year()) <= 1 ? Agreement.AGREE : Agreement.CONTRADICT;
  }

  private static Agreement minutes(Facts one, Facts other) {
    if (one.minutes() == null
        || other.minutes() == null
        || one.minutes() == 0
        || other.minutes() == 0) {
      return Agreement.UNKNOWN;
    }
    int longer = Math.max(one.minutes(), other.minutes());
    return Math.abs(one.minutes() - other.minutes()) * 20 <= longer
        ? Agreement.AGREE
        : Agreement.CONTRADICT;
  }
}
