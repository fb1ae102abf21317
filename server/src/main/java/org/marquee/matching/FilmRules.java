package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// When two words are about one film: the same id in an external catalogue; or the same clean
/// title, where no fact contradicts it and at least one agrees, or both come from one provider.
public final class FilmRules implements Rules<FilmWord> {
  private static final int SAME_IN_CATALOGUE = BEYOND_FACTS;

  @Override
  public List<List<FilmWord>> neighbours(Collection<FilmWord> words) {
    Map<String, List<FilmWord>> lists = new HashMap<>();
    for (FilmWord word : words) {
      enter(lists, "a ", word.catalogA(), word);
      enter(lists, "b ", word.catalogB(), word);
      enter(lists, "t ", word.title() == null ? null : word.title().loose(), word);
    }
    return lists.values().stream().filter(list -> list.size() > 1).toList();
  }

  private static void enter(
      Map<String, List<FilmWord>> lists, String kind, @Nullable String key, FilmWord word) {
    if (key != null) {
      lists.computeIfAbsent(kind + key, _ -> new ArrayList<>()).add(word);
    }
  }

  @Override
  public Verdict judge(FilmWord one, FilmWord other) {
    if (exclude(one, other)) {
      return new Verdict.Apart();
    }
    if (agree(one.catalogA(), other.catalogA()) || agree(one.catalogB(), other.catalogB())) {
      return new Verdict.Same(SAME_IN_CATALOGUE);
    }
    int agreeing = agreeing(one, other);
    int contradicting = contradicting(one, other);
    if (contradicting == 0 && one.sameTitle(other)) {
      boolean oneVoice = one.provider() == other.provider() && one.sameWording(other);
      if (agreeing > 0 || oneVoice) {
        return new Verdict.Same(1 + agreeing);
      }
      return new Verdict.Near("the same title, and no other fact says that they are one");
    }
    if (contradicting == 0 && agreeing > 0) {
      return new Verdict.Near("nearly the same title, and facts that agree");
    }
    if (one.sameTitle(other)
        && contradicting == 1
        && directors(one, other) == Agreement.CONTRADICT) {
      return new Verdict.Near("the same title, but other directors");
    }
    if (one.sameTitle(other) && contradicting == 1 && agreeing > 0) {
      return new Verdict.Near("the same title, one fact agrees and another contradicts");
    }
    return one.sameWording(other) && contradicting == 1 && nearlyAsLong(one, other)
        ? new Verdict.Near("the same title, but running times that differ")
        : new Verdict.Apart();
  }

  @Override
  public boolean exclude(FilmWord one, FilmWord other) {
    return differ(one.catalogA(), other.catalogA()) || differ(one.catalogB(), other.catalogB());
  }

  @Override
  public boolean contradict(FilmWord one, FilmWord other) {
    return contradicting(one, other) > 0;
  }

  private static boolean agree(@Nullable String one, @Nullable String other) {
    return one != null && Objects.equals(one, other);
  }

  private static boolean differ(@Nullable String one, @Nullable String other) {
    return one != null && other != null && !one.equals(other);
  }

  private static int agreeing(FilmWord one, FilmWord other) {
    return facts(Agreement.AGREE, one, other);
  }

  private static int contradicting(FilmWord one, FilmWord other) {
    return facts(Agreement.CONTRADICT, one, other);
  }

  private static int facts(Agreement wanted, FilmWord one, FilmWord other) {
    return (years(one, other) == wanted ? 1 : 0)
        + (minutes(one, other) == wanted ? 1 : 0)
        + (directors(one, other) == wanted ? 1 : 0);
  }

  /// As far apart as a running time with the talk after the film, or another cut of it.
  private static boolean nearlyAsLong(FilmWord one, FilmWord other) {
    return one.minutes() != null
        && other.minutes() != null
        && minutes(one, other) == Agreement.CONTRADICT
        && Math.min(one.minutes(), other.minutes()) * 10
            >= Math.max(one.minutes(), other.minutes()) * 7;
  }

  private static Agreement directors(FilmWord one, FilmWord other) {
    return one.directors().compare(other.directors());
  }

  private static Agreement years(FilmWord one, FilmWord other) {
    if (one.year() == null || other.year() == null) {
      return Agreement.UNKNOWN;
    }
    return Math.abs(one.year() - other.year()) <= 1 ? Agreement.AGREE : Agreement.CONTRADICT;
  }

  private static Agreement minutes(FilmWord one, FilmWord other) {
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
