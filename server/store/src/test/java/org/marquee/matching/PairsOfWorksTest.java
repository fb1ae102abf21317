package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.matching.TitleChoice.Said;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import org.marquee.title.label.Vocabulary;

/// Titles that look as if one were the other with a series before it, or words in brackets after
/// it. No fact is known, and all are shown in the same weeks.
@NullMarked
class PairsOfWorksTest {
  private static final FilmPeriods WEEKS =
      new FilmPeriods(List.of(ClusteringTest.around("GB", LocalDate.parse("2027-01-15"))));

  private enum Outcome {
    UNITED,
    OFFERED,
    APART
  }

  /// The source records of a feed, by their external ids.
  private static Map<String, FilmSource> read(
      int provider, Map<String, List<KnownFilm>> others, String... titles) {
    FeedTitles feed = new FeedTitles();
    feed.beginLearning();
    for (String title : titles) {
      feed.clean(title, Vocabulary.BUILT_IN);
      feed.noteFilm(title, title, bracketed(null), Vocabulary.BUILT_IN);
    }
    feed.decide(_ -> others);
    Map<String, FilmSource> films = new HashMap<>();
    for (String title : titles) {
      ParsedTitle read = feed.clean(title, Vocabulary.BUILT_IN);
      FilmSource.Title kept = FilmSource.Title.of(read.title());
      String bracket = feed.bracket(title, read.title(), Vocabulary.BUILT_IN);
      FilmSource.Facts facts = new FilmSource.Facts(kept.year(), null, Directors.NONE, null, null);
      String id = provider + " " + read.key();
      films.put(id, new FilmSource(id, provider, kept, bracket, List.of(), facts, WEEKS));
    }
    return films;
  }

  /// What a provider lists, as the feed of another one sees it.
  private static Map<String, List<KnownFilm>> known(Map<String, FilmSource> films) {
    Map<String, List<KnownFilm>> known = new HashMap<>();
    for (FilmSource film : films.values()) {
      FilmSource.Title title = Objects.requireNonNull(film.title());
      known.put(title.key(), List.of(bracketed(film.bracket())));
      known.putIfAbsent(title.name(), List.of(bracketed(film.bracket())));
    }
    return known;
  }

  private static KnownFilm bracketed(@Nullable String bracket) {
    return new KnownFilm(List.of(), null, null, null, bracket);
  }

  private static Outcome outcome(List<FilmSource> films) {
    Clustering.Outcome<FilmSource> outcome =
        Clustering.of(films, FilmRules.of(films, Decisions.NONE), Decisions.NONE);
    return outcome.groups().size() == 1
        ? Outcome.UNITED
        : outcome.near().isEmpty() ? Outcome.APART : Outcome.OFFERED;
  }

  private static Outcome inOneFeed(String one, String other) {
    return outcome(List.copyOf(read(1, Map.of(), one, other).values()));
  }

  /// What is stored after the second import, in which one title may be read as that of the other,
  /// and once each knows of the other.
  private static Set<Outcome> atTwoProviders(String one, String other) {
    Map<String, FilmSource> ours = read(1, Map.of(), one);
    Map<String, FilmSource> theirs = read(2, known(ours), other);
    Set<Outcome> outcomes = EnumSet.of(outcome(ours, theirs));
    ours = read(1, known(theirs), one);
    outcomes.add(outcome(ours, theirs));
    theirs = read(2, known(ours), other);
    outcomes.add(outcome(ours, theirs));
    return outcomes;
  }

  private static Outcome outcome(Map<String, FilmSource> ours, Map<String, FilmSource> theirs) {
    return outcome(Stream.of(ours, theirs).flatMap(films -> films.values().stream()).toList());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/works/pairs.txt", delimiter = ';')
  void two_works_stay_two_and_one_work_is_one_or_is_offered(String what, String one, String other) {
    Set<Outcome> outcomes = EnumSet.of(inOneFeed(one, other));
    outcomes.addAll(atTwoProviders(one, other));
    outcomes.addAll(atTwoProviders(other, one));
    switch (what) {
      case "other" -> assertThat(outcomes).doesNotContain(Outcome.UNITED);
      case "one" -> assertThat(outcomes).doesNotContain(Outcome.APART);
      default ->
          assertThat(outcomes)
              .containsOnly(what.equals("united") ? Outcome.UNITED : Outcome.OFFERED);
    }
  }

  @Test
  void words_in_brackets_group_the_titles_of_several_providers() {
    List<FilmSource> films = new ArrayList<>();
    for (String title :
        List.of(
            "Nosferatu (Murnau)",
            "Nosferatu (Herzog)",
            "Nosferatu (F.W. Murnau)",
            "Nosferatu",
            "Nosferatu")) {
      films.addAll(read(films.size(), Map.of(), title).values());
    }
    assertThat(groups(films)).isEqualTo("[[0, 2], [1], [3], [4]]");
    // One of them alone does not tell the others apart.
    films.remove(1);
    assertThat(groups(films)).isEqualTo("[[0, 2, 3, 4]]");
  }

  private static String groups(List<FilmSource> films) {
    return Clustering.of(films, FilmRules.of(films, Decisions.NONE), Decisions.NONE)
        .groups()
        .stream()
        .map(group -> group.stream().map(FilmSource::provider).toList())
        .toList()
        .toString();
  }

  @ParameterizedTest
  @CsvSource({
    "The Two Towers, The Lord of the Rings: The Two Towers",
    "Fire Walk With Me, Twin Peaks – Fire Walk With Me",
  })
  void the_fuller_title_of_one_work_is_published(String shorter, String fuller) {
    assertThat(
            TitleChoice.choose(List.of(said(shorter), said(fuller), said(shorter)), List.of())
                .title())
        .isEqualTo(fuller);
  }

  private static Said said(String title) {
    FilmSource.Title compared = FilmSource.Title.of(title);
    return new Said(0, title, compared.name(), compared.plain(), null, List.of(), Map.of("GB", 1L));
  }

  @Test
  void a_director_says_that_a_longer_title_is_another_film() {
    FilmRules rules = FilmRules.of(List.of(), Decisions.NONE);
    assertThat(
            rules.judge(
                by("Joe Russo", "Captain America: Civil War"), by("Alex Garland", "Civil War")))
        .isEqualTo(new LinkVerdict.Apart());
    assertThat(
            rules.judge(
                by("David Lynch", "Twin Peaks: Fire Walk With Me"),
                by("D. Lynch", "Fire Walk With Me")))
        .isInstanceOf(LinkVerdict.Near.class);
    assertThat(Titles.ends("Captain America: Civil War", "captain america civil war"))
        .containsExactly("civil war");
  }

  private static FilmSource by(String director, String title) {
    return new FilmSource(
        title,
        1,
        FilmSource.Title.of(title),
        null,
        List.of(),
        new FilmSource.Facts(null, null, Directors.of(director), null, null),
        WEEKS);
  }
}
