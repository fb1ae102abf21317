package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// When two words are about one film: the same id in an external catalogue; or the same clean
/// title, where no fact contradicts it and at least one agrees, or both come from one provider; or
/// a title that tells films apart by itself ([TellingTitles]), in the same weeks in one country,
/// where no second film of that title is known (docs/decisions/0076).
public final class FilmRules implements Rules<FilmWord> {
  private static final int SAME_IN_CATALOGUE = BEYOND_FACTS;

  /// The weakest evidence: every [Verdict.Same] for a fact is surer.
  private static final int SAME_TITLE_AND_WEEKS = 0;

  private final Set<String> sharedTitles;

  private FilmRules(Set<String> sharedTitles) {
    this.sharedTitles = sharedTitles;
  }

  /// The rules for `words`, which are all that is known of films.
  ///
  /// @param decisions may tell films of one title apart, too
  public static FilmRules of(Collection<FilmWord> words, Decisions decisions) {
    return new FilmRules(SharedTitles.among(words, decisions));
  }

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
    FilmFacts facts = FilmFacts.of(one, other);
    if (facts.catalogue() == Agreement.CONTRADICT) {
      return new Verdict.Apart();
    }
    if (facts.catalogue() == Agreement.AGREE) {
      return new Verdict.Same(SAME_IN_CATALOGUE);
    }
    int agreeing = facts.count(Agreement.AGREE);
    int contradicting = facts.count(Agreement.CONTRADICT);
    if (contradicting == 0 && one.sameTitle(other)) {
      boolean oneVoice = one.provider() == other.provider() && one.sameWording(other);
      if (agreeing > 0 || oneVoice) {
        return new Verdict.Same(1 + agreeing);
      }
      return withoutFacts(one, other);
    }
    if (contradicting == 0 && agreeing > 0) {
      return new Verdict.Near("nearly the same title, and facts that agree");
    }
    if (one.sameTitle(other) && contradicting == 1 && facts.directors() == Agreement.CONTRADICT) {
      return new Verdict.Near("the same title, but other directors");
    }
    if (one.sameTitle(other) && contradicting == 1 && agreeing > 0) {
      return new Verdict.Near("the same title, one fact agrees and another contradicts");
    }
    return one.sameWording(other)
            && contradicting == 1
            && facts.minutes() == Agreement.CONTRADICT
            && nearlyAsLong(one, other)
        ? new Verdict.Near("the same title, but running times that differ")
        : new Verdict.Apart();
  }

  /// Of two words with one title and no fact that both state.
  private Verdict withoutFacts(FilmWord one, FilmWord other) {
    if (one.provider() == other.provider()
        || one.title() == null
        || !one.sameWording(other)
        || !one.shown().meets(other.shown())) {
      return new Verdict.Near("the same title, and no other fact says that they are one");
    }
    String name = one.title().name();
    return switch (TellingTitles.kindOf(name)) {
      case EVENT ->
          new Verdict.Near("the same title in the same weeks, but many events have such a title");
      case COMMON_WORD ->
          new Verdict.Near("the same title in the same weeks, but it is one common word");
      case TELLING ->
          sharedTitles.contains(name)
              ? new Verdict.Near(
                  "the same title in the same weeks, but several films of that title are known")
              : new Verdict.Same(SAME_TITLE_AND_WEEKS);
    };
  }

  @Override
  public boolean exclude(FilmWord one, FilmWord other) {
    return FilmFacts.catalogue(one, other) == Agreement.CONTRADICT;
  }

  @Override
  public boolean contradict(FilmWord one, FilmWord other) {
    return FilmFacts.of(one, other).count(Agreement.CONTRADICT) > 0;
  }

  /// As far apart as a running time with the talk after the film, or another cut of it.
  private static boolean nearlyAsLong(FilmWord one, FilmWord other) {
    return one.minutes() != null
        && other.minutes() != null
        && Math.min(one.minutes(), other.minutes()) * 10
            >= Math.max(one.minutes(), other.minutes()) * 7;
  }
}
