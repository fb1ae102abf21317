package org.marquee.feed.evidence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.title.ParsedTitle;
import org.marquee.title.ParsedTitle.Alternative;
import org.marquee.title.Titles;
import org.marquee.title.label.LabelText;

/// Decides for a feed, by evidence, which titles are to be read in another way
/// ([ParsedTitle.Alternative]; docs/decisions/0020).
///
/// Words in brackets stay where the feed, or another provider, has another film of the same title;
/// or where the feed, or another provider, has the title with other words in brackets, as `Faust
/// (Murnau)` and `Faust (Švankmajer)`.
///
/// Words before a colon or a dash are the name of a series of showings where they stand before
/// several titles of which some are listed alone too. One fact against any of these is enough to
/// let all stay: `Captain America: Civil War` and `Civil War` are two films.
final class OtherReadings {
  private static final int MOST = 100_000;

  /// The most films of one title that are compared.
  private static final int MOST_FILMS = 16;

  /// A film is compared with about so many that have the same title and other words in brackets: a
  /// hostile feed has as many of these as it likes.
  private static final int MOST_BESIDES = 64;

  /// A series of showings has so many titles at least, of which so many are listed alone too. Words
  /// in brackets are labels where both stand after so many titles.
  private static final int SEVERAL = 3;

  private static final int ALONE = 2;

  /// The words stay although the feed has no other film of that title. Ids are made without them.
  private static final Reason ELSEWHERE =
      new Reason("another provider has that title with other words in brackets", true);

  private static final Pattern LAST_BRACKET = Pattern.compile("[(\\[]([^()\\[\\]]+)[)\\]]$");

  /// What the feed says of the films of a title, by its key.
  private final Map<String, Set<KnownFilm>> films = new HashMap<>();

  /// Films by titles with words in brackets, by the key of the title without them.
  private final Map<String, Map<String, Set<KnownFilm>>> bracketed = new HashMap<>();

  /// The words in brackets after each title, also those that stay in any case, as a year does; and
  /// the titles before them.
  private final Map<String, Set<String>> bracketsOf = new HashMap<>();

  private final Map<String, Set<String>> titlesBefore = new HashMap<>();

  /// The keys of the films, and of the whole titles, that stand after the name of a series.
  private final Map<String, Map<String, Set<String>>> strands = new HashMap<>();

  /// Why a reading is right, by its kind, the key of the whole title and its words.
  private final Map<List<Object>, Reason> evidence = new HashMap<>();

  /// Why a reading is right.
  ///
  /// @param keyStays whether the key of the title is that of the first reading
  record Reason(String text, boolean keyStays) {
    Reason(String text) {
      this(text, false);
    }
  }

  /// Learns a title of the feed.
  void learn(ParsedTitle titled) {
    Alternative strand = titled.reading(Alternative.Kind.WITHOUT_STRAND);
    if (strand != null && strands.size() < MOST && !Cancellations.isCalledOff(titled.title())) {
      strands
          .computeIfAbsent(LabelText.folded(strand.words()), _ -> new LinkedHashMap<>())
          .computeIfAbsent(Titles.clean(strand.title().title()).key(), _ -> new TreeSet<>())
          .add(titled.key());
    }
    Alternative bracket = titled.reading(Alternative.Kind.WITH_BRACKET);
    filmsOf(titled, bracket);
    if (bracket != null) {
      noteBracket(titled.key(), LabelText.folded(bracket.words()));
      if (strand != null) {
        noteBracket(Titles.clean(strand.title().title()).key(), LabelText.folded(bracket.words()));
      }
    }
    Matcher kept = LAST_BRACKET.matcher(titled.title());
    if (kept.find() && titled.key().endsWith(" " + LabelText.folded(kept.group(1)))) {
      String words = LabelText.folded(kept.group(1));
      noteBracket(titled.key().substring(0, titled.key().length() - words.length() - 1), words);
    }
  }

  private void noteBracket(String title, String words) {
    if (titlesBefore.size() < MOST && bracketsOf.size() < MOST) {
      bracketsOf.computeIfAbsent(title, _ -> new HashSet<>(2)).add(words);
      titlesBefore.computeIfAbsent(words, _ -> new HashSet<>(2)).add(title);
    }
  }

  /// Notes what the feed says of a film.
  void note(ParsedTitle titled, KnownFilm film) {
    Set<KnownFilm> known = filmsOf(titled, titled.reading(Alternative.Kind.WITH_BRACKET));
    if (known.size() < MOST_FILMS) {
      known.add(film);
    }
  }

  private Set<KnownFilm> filmsOf(ParsedTitle titled, @Nullable Alternative bracket) {
    if (films.size() + bracketed.size() > MOST) {
      return new HashSet<>();
    }
    return bracket == null
        ? films.computeIfAbsent(titled.key(), _ -> new HashSet<>(2))
        : bracketed
            .computeIfAbsent(titled.key(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(bracket.words(), _ -> new HashSet<>(2));
  }

  /// The keys of titles of which it matters whether others list them.
  Set<String> open() {
    Set<String> open = new TreeSet<>(bracketed.keySet());
    open.addAll(strands.keySet());
    for (Map<String, Set<String>> titles : strands.values()) {
      titles.forEach((film, wholes) -> {
        open.add(film);
        open.addAll(wholes);
      });
    }
    return open;
  }

  /// Decides, once all titles are learnt.
  ///
  /// @param others the films that other providers list under the keys of [#open]
  void decide(Map<String, List<KnownFilm>> others) {
    bracketed.forEach((title, byWords) -> {
      Map<String, Set<KnownFilm>> known = known(byWords);
      byWords.forEach((words, same) -> {
        List<KnownFilm> besides = besides(title, LabelText.folded(words), known);
        Reason why =
            whyBracketStays(title, words, same, besides, others.getOrDefault(title, List.of()));
        if (why != null) {
          evidence.put(List.of(Alternative.Kind.WITH_BRACKET, title, words), why);
        }
      });
    });
    strands.forEach((name, titles) -> {
      Set<String> alone = new TreeSet<>(titles.keySet());
      alone.removeIf(film -> !isListed(film, others));
      if (isSeries(name, titles, alone.size(), others)) {
        Reason why =
            new Reason(
                "it stands before %d titles, of which %d are listed alone too"
                    .formatted(titles.size(), alone.size()));
        for (String film : alone) {
          titles
              .getOrDefault(film, Set.of())
              .forEach(whole ->
                  evidence.put(List.of(Alternative.Kind.WITHOUT_STRAND, whole, name), why));
        }
      }
    });
  }

  /// Whether `name` is that of a series of showings. It is that of a series of films where a film
  /// is called so (`Alien`), or where others know a film by the whole (`Alien: Romulus`).
  ///
  /// @param titles what stands after it, each with the whole titles
  /// @param alone how many of these are listed alone too
  private boolean isSeries(
      String name,
      Map<String, Set<String>> titles,
      int alone,
      Map<String, List<KnownFilm>> others) {
    return titles.size() >= SEVERAL
        && alone >= ALONE
        && !isListed(name, others)
        && titles.entrySet().stream()
            .allMatch(each ->
                each.getValue().stream()
                    .allMatch(whole ->
                        !others.containsKey(whole) && mayBeOne(whole, each.getKey(), others)));
  }

  /// The films of a title of which the feed says something, by the folded words in brackets.
  private static Map<String, Set<KnownFilm>> known(Map<String, Set<KnownFilm>> byWords) {
    Map<String, Set<KnownFilm>> known = new LinkedHashMap<>();
    byWords.forEach((words, films) -> {
      if (!films.isEmpty()) {
        known.computeIfAbsent(LabelText.folded(words), _ -> new HashSet<>(2)).addAll(films);
      }
    });
    return known;
  }

  /// The films of a title that do not have these words in brackets; not more than are compared.
  ///
  /// @param words folded
  /// @param known the films of the title that have words in brackets, by the folded words
  private List<KnownFilm> besides(String title, String words, Map<String, Set<KnownFilm>> known) {
    List<KnownFilm> besides = new ArrayList<>(films.getOrDefault(title, Set.of()));
    for (Map.Entry<String, Set<KnownFilm>> each : known.entrySet()) {
      if (besides.size() >= MOST_BESIDES) {
        return besides;
      }
      if (!each.getKey().equals(words)) {
        besides.addAll(each.getValue());
      }
    }
    return besides;
  }

  private @Nullable Reason whyBracketStays(
      String title,
      String words,
      Set<KnownFilm> same,
      List<KnownFilm> besides,
      List<KnownFilm> others) {
    if (same.stream().anyMatch(film -> besides.stream().anyMatch(film::differsFrom))) {
      return new Reason("the feed has another film of that title");
    }
    if (same.stream().anyMatch(film -> film.differsFrom(others))) {
      return new Reason("another provider has another film of that title");
    }
    String folded = LabelText.folded(words);
    if (bracketsOf.getOrDefault(title, Set.of()).stream()
        .anyMatch(each -> !each.equals(folded) && !areLabels(folded, each))) {
      return new Reason("the feed has that title with other words in brackets too");
    }
    return others.stream()
            .anyMatch(film -> film.bracket() != null && Titles.differ(words, film.bracket()))
        ? ELSEWHERE
        : null;
  }

  /// Whether both stand after several titles: then they do not tell films apart.
  private boolean areLabels(String one, String other) {
    Set<String> titles = titlesBefore.getOrDefault(one, Set.of());
    return titlesBefore.getOrDefault(other, Set.of()).stream()
            .filter(titles::contains)
            .limit(SEVERAL)
            .count()
        == SEVERAL;
  }

  private boolean isListed(String film, Map<String, List<KnownFilm>> others) {
    return films.containsKey(film) || others.containsKey(film);
  }

  private boolean mayBeOne(String whole, String film, Map<String, List<KnownFilm>> others) {
    List<KnownFilm> alone = new ArrayList<>(films.getOrDefault(film, Set.of()));
    alone.addAll(others.getOrDefault(film, List.of()));
    return films.getOrDefault(whole, Set.of()).stream()
        .noneMatch(each -> alone.stream().anyMatch(each::differsFrom));
  }

  /// Why `reading` of a title is right; null where it is not.
  @Nullable Reason why(ParsedTitle titled, Alternative reading) {
    String words =
        reading.kind() == Alternative.Kind.WITH_BRACKET
            ? reading.words()
            : LabelText.folded(reading.words());
    return evidence.get(List.of(reading.kind(), titled.key(), words));
  }
}
