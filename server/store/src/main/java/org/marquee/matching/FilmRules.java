package org.marquee.matching;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.title.Spelling;

/// When two source records are one film: the same id in an external catalogue; or the same clean
/// title, where no fact contradicts it and at least one agrees, or both come from one provider; or
/// a title that identifies a film by itself ([DistinctiveTitles]), in the same weeks in one
/// country, where no second film of that title is known. Running times of one film by one director
/// may differ, and so may the spelling of its title, if the running times agree. Different words in
/// brackets are two films (docs/decisions/0030).
public final class FilmRules implements Rules<FilmSource> {
  /// The weakest evidence: every [LinkVerdict.Same] for a fact is surer.
  private static final int SAME_TITLE_AND_WEEKS = 0;

  /// Weaker than facts of which none contradicts.
  private static final int LISTED_AS_LONGER = 1;

  /// The same title where nothing contradicts. Each fact that agrees makes it stronger.
  private static final int SAME_TITLE = 2;

  /// More titles of one director, with one beginning, are numbers of a series or a faulty feed.
  private static final int MOST_TITLES = 100;

  /// The names of titles of which more than one film is known: such a title alone is no evidence.
  private final Set<String> sharedTitles;

  /// Those of titles with different words in brackets: the title is evidence with the same words.
  private final Set<String> bracketed;

  private FilmRules(Set<String> sharedTitles, Set<String> bracketed) {
    this.sharedTitles = sharedTitles;
    this.bracketed = bracketed;
  }

  /// The rules for `sources`, which are all source records of films.
  ///
  /// @param decisions may also separate films of one title
  public static FilmRules of(Collection<FilmSource> sources, Decisions decisions) {
    return new FilmRules(
        titles(sources.stream(), (one, other) -> areTwoFilms(one, other, decisions)),
        titles(
            sources.stream().filter(source -> source.bracket() != null),
            (one, other) ->
                !decisions.areSame(one, other)
                    && FilmFacts.of(one, other).brackets() == Agreement.CONTRADICT));
  }

  @Override
  public List<List<FilmSource>> neighbours(Collection<FilmSource> sources) {
    Map<String, List<FilmSource>> lists = new HashMap<>();
    for (FilmSource source : sources) {
      enter(lists, "a ", source.facts().catalogA(), source);
      enter(lists, "b ", source.facts().catalogB(), source);
      source
          .names()
          .map(FilmSource.Title::loose)
          .distinct()
          .forEach(name -> enter(lists, "t ", name, source));
    }
    List<List<FilmSource>> neighbours = new ArrayList<>(lists.values());
    addSpellings(sources, neighbours);
    addEnds(sources, lists, neighbours);
    return neighbours.stream().filter(list -> list.size() > 1).toList();
  }

  private static void enter(
      Map<String, List<FilmSource>> lists, String kind, @Nullable String key, FilmSource source) {
    if (key != null) {
      lists.computeIfAbsent(kind + key, _ -> new ArrayList<>()).add(source);
    }
  }

  /// Adds the films of one director whose titles differ by a letter. Few misspell the beginning.
  private static void addSpellings(
      Collection<FilmSource> sources, List<List<FilmSource>> neighbours) {
    Map<String, Map<String, List<FilmSource>>> byDirector = new HashMap<>();
    for (FilmSource source : sources) {
      FilmSource.Title title = source.title();
      if (title != null
          && source.facts().minutes() != null
          && !source.facts().directors().equals(Directors.NONE)) {
        String beginning =
            title.name().codePoints().limit(2).mapToObj(Character::toString).collect(joining());
        byDirector
            .computeIfAbsent(beginning + source.facts().directors(), _ -> new HashMap<>())
            .computeIfAbsent(title.name(), _ -> new ArrayList<>())
            .add(source);
      }
    }
    for (Map<String, List<FilmSource>> titles : byDirector.values()) {
      if (titles.size() <= MOST_TITLES) {
        titles.forEach((one, some) ->
            titles.forEach((other, more) -> {
              if (one.compareTo(other) < 0 && Spelling.isOneLetterApart(one, other)) {
                neighbours.add(Stream.concat(some.stream(), more.stream()).toList());
              }
            }));
      }
    }
  }

  /// Adds the films whose titles end, after a colon or a dash, with the whole title of another one.
  private static void addEnds(
      Collection<FilmSource> sources,
      Map<String, List<FilmSource>> lists,
      List<List<FilmSource>> neighbours) {
    Map<String, List<FilmSource>> longer = new HashMap<>();
    for (FilmSource source : sources) {
      for (String end : source.title() == null ? List.<String>of() : source.title().ends()) {
        String key = "t " + FilmSource.Title.loose(end);
        List<FilmSource> alone = lists.get(key);
        if (alone != null && DistinctiveTitles.kindOf(end) != DistinctiveTitles.Kind.EVENT) {
          longer.computeIfAbsent(key, _ -> new ArrayList<>(alone)).add(source);
        }
      }
    }
    neighbours.addAll(longer.values());
  }

  @Override
  public LinkVerdict judge(FilmSource one, FilmSource other) {
    FilmFacts facts = FilmFacts.of(one, other);
    if (facts.catalogue() == Agreement.CONTRADICT) {
      return new LinkVerdict.Apart();
    }
    if (facts.catalogue() == Agreement.AGREE) {
      return new LinkVerdict.Same(BEYOND_FACTS, "the same id in an external catalogue");
    }
    LinkVerdict verdict = byTitle(one, other, facts);
    return facts.brackets() == Agreement.CONTRADICT && !(verdict instanceof LinkVerdict.Apart)
        ? new LinkVerdict.Near("the same title, but other words in brackets behind it")
        : verdict;
  }

  private LinkVerdict byTitle(FilmSource one, FilmSource other, FilmFacts facts) {
    int agreeing = facts.count(Agreement.AGREE);
    int contradicting = facts.count(Agreement.CONTRADICT);
    if (contradicting == 0 && one.sameTitle(other)) {
      if (agreeing > 0) {
        return new LinkVerdict.Same(
            SAME_TITLE + agreeing, "the same title, and a fact that agrees");
      }
      return one.provider() == other.provider() && one.sameWording(other)
          ? new LinkVerdict.Same(SAME_TITLE, "the same wording of one provider")
          : withoutFacts(one, other, facts.brackets());
    }
    if (contradicting == 0
        && agreeing > 0
        && one.provider() != other.provider()
        && one.sharesTitle(other)) {
      return new LinkVerdict.Same(SAME_TITLE, "a title in common, and a fact that agrees");
    }
    if (one.sameTitle(other) && isListedAsLonger(one, other, facts)) {
      return new LinkVerdict.Same(
          LISTED_AS_LONGER, "the same title and director, and one is listed as longer");
    }
    if (!one.nearlySameTitle(other)) {
      if (contradicting == 0
          && facts.directors() == Agreement.AGREE
          && facts.minutes() == Agreement.AGREE
          && one.facts().directors().toString().equals(other.facts().directors().toString())
          && one.isOneLetterFrom(other)) {
        return new LinkVerdict.Same(
            SAME_TITLE, "another spelling, with the same director and running time");
      }
      return (one.endsLike(other) || other.endsLike(one))
              && (contradicting == 0 || isListedAsLonger(one, other, facts))
          ? new LinkVerdict.Near("one title is the end of the other, and no fact contradicts")
          : new LinkVerdict.Apart();
    }
    if (contradicting == 0 && agreeing > 0) {
      return new LinkVerdict.Near("nearly the same title, and facts that agree");
    }
    if (one.sameTitle(other) && contradicting == 1 && facts.directors() == Agreement.CONTRADICT) {
      return new LinkVerdict.Near("the same title, but other directors");
    }
    if (one.sameTitle(other) && contradicting == 1 && agreeing > 0) {
      return new LinkVerdict.Near("the same title, one fact agrees and another contradicts");
    }
    return one.sameWording(other) && maybeListedAsLonger(one, other, facts)
        ? new LinkVerdict.Near("the same title, but running times that differ")
        : new LinkVerdict.Apart();
  }

  /// The verdict for two source records with one title and no fact that both state.
  private LinkVerdict withoutFacts(FilmSource one, FilmSource other, Agreement brackets) {
    if (one.provider() == other.provider()
        || one.title() == null
        || !one.sameWording(other)
        || !one.shown().meets(other.shown())) {
      return new LinkVerdict.Near("the same title, but no other fact confirms that they are one");
    }
    String name = one.title().name();
    return switch (DistinctiveTitles.kindOf(name)) {
      case EVENT ->
          new LinkVerdict.Near(
              "the same title in the same weeks, but many events have such a title");
      case COMMON_WORD ->
          new LinkVerdict.Near("the same title in the same weeks, but it is one common word");
      case TELLING ->
          sharedTitles.contains(name) || (bracketed.contains(name) && brackets != Agreement.AGREE)
              ? new LinkVerdict.Near(
                  "the same title in the same weeks, but several films of that title are known")
              : new LinkVerdict.Same(
                  SAME_TITLE_AND_WEEKS, "the same distinctive title in the same weeks");
    };
  }

  @Override
  public SequencedMap<String, String> evidence(FilmSource one, FilmSource other) {
    SequencedMap<String, String> evidence = new LinkedHashMap<>();
    String title = one.sharesTitle(other) ? "the same in another language" : "only nearly the same";
    evidence.put(
        "title",
        one.sameWording(other)
            ? "the same"
            : one.sameTitle(other) ? "the same, but for a year or words in brackets" : title);
    FilmFacts.of(one, other).addTo(evidence, one, other);
    evidence.put(
        "weeks", one.shown().meets(other.shown()) ? "the same in one country" : "not the same");
    if (one.names().anyMatch(name -> sharedTitles.contains(name) || bracketed.contains(name))) {
      evidence.put("films of that title", "several are known");
    }
    return evidence;
  }

  @Override
  public boolean clash(FilmSource one, FilmSource other, int strength) {
    if (FilmFacts.catalogue(one.facts(), other.facts()) == Agreement.CONTRADICT) {
      return strength < DECIDED;
    }
    if (strength >= BEYOND_FACTS) {
      return false;
    }
    FilmFacts facts = FilmFacts.of(one, other);
    boolean provesNothing =
        strength == LISTED_AS_LONGER
            ? maybeListedAsLonger(one, other, facts)
            : isListedAsLonger(one, other, facts);
    return facts.brackets() == Agreement.CONTRADICT
        || (facts.count(Agreement.CONTRADICT) > 0 && !provesNothing);
  }

  /// Whether a running time that contradicts proves nothing, since a director agrees: one film is
  /// listed with advertisements, with a talk, in two cuts.
  private static boolean isListedAsLonger(FilmSource one, FilmSource other, FilmFacts facts) {
    return facts.directors() == Agreement.AGREE && maybeListedAsLonger(one, other, facts);
  }

  private static boolean maybeListedAsLonger(FilmSource one, FilmSource other, FilmFacts facts) {
    return facts.minutes() == Agreement.CONTRADICT
        && facts.count(Agreement.CONTRADICT) == 1
        && nearlyAsLong(one, other);
  }

  /// As far apart as a running time with the talk after the film, or another cut of it.
  private static boolean nearlyAsLong(FilmSource one, FilmSource other) {
    Integer minutes = one.facts().minutes();
    Integer others = other.facts().minutes();
    return minutes != null
        && others != null
        && Math.min(minutes, others) * 10 >= Math.max(minutes, others) * 7;
  }

  /// The names of titles that two such source records have.
  private static Set<String> titles(
      Stream<FilmSource> sources, BiPredicate<FilmSource, FilmSource> which) {
    Map<String, List<FilmSource>> byName = new HashMap<>();
    sources.forEach(source -> {
      if (source.title() != null) {
        byName.computeIfAbsent(source.title().name(), _ -> new ArrayList<>()).add(source);
      }
    });
    byName.values().removeIf(some -> !Clustering.anyPair(some, which));
    return byName.keySet();
  }

  /// Two source records of a title are two films if catalogue, year or directors contradict, or if
  /// a person decided so. Running times count only where neither the year nor the directors agree:
  /// the same film is listed with advertisements, with a talk and in several cuts.
  private static boolean areTwoFilms(FilmSource one, FilmSource other, Decisions decisions) {
    return decisions.areDifferent(one, other)
        || (!decisions.areSame(one, other) && FilmFacts.of(one, other).areTwoFilms());
  }
}
