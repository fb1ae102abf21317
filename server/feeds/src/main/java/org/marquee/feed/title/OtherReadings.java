package org.marquee.feed.title;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.title.LabelText;
import org.marquee.title.ParsedTitle;
import org.marquee.title.ParsedTitle.Alternative;
import org.marquee.title.Titles;

/// Decides for a feed, by evidence, which titles are to be read in another way
/// ([ParsedTitle.Alternative]; docs/decisions/0020).
///
/// Words in brackets stay where the feed, or another provider, has another film of the same title;
/// or where the feed has the title with two names in brackets, as `Faust (Murnau)` and `Faust
/// (Švankmajer)`. The name of a series goes where what stands after it is listed alone, is not
/// surely another film, and nobody else lists the whole as a title.
final class OtherReadings {
  private static final int MOST = 100_000;

  /// The most films of one title that are compared.
  private static final int MOST_FILMS = 16;

  /// A word that stands in brackets after so many titles is a label.
  private static final int MOST_TITLES = 2;

  private static final Pattern NAME =
      Pattern.compile(
          "(?!(?i:the|an?|la|le|les|il|lo|el|los|las|der|die|das|den|de|het|een|un|una|une|o|os|as|um|uma) )"
              + "(?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|von|van|de|der|den|di|da|del|la|le)(?: (?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|von|van|de|der|den|di|da|del|la|le)){0,3}");

  /// What the feed says of the films of a title, by its key.
  private final Map<String, Set<KnownFilm>> films = new HashMap<>();

  /// Films by titles with words in brackets, by the key of the title without them.
  private final Map<String, Map<String, Set<KnownFilm>>> bracketed = new HashMap<>();

  private final Map<String, Set<String>> titlesOfBracket = new HashMap<>();

  /// The keys of the films, and of the whole titles, that stand after the name of a series.
  private final Map<String, Map<String, Set<String>>> strands = new HashMap<>();

  /// Why a reading is right, by its kind, the key of the whole title and its words.
  private final Map<List<Object>, String> evidence = new HashMap<>();

  /// Learns a title of the feed.
  void learn(ParsedTitle titled) {
    for (Alternative reading : titled.readings()) {
      String words = LabelText.folded(reading.words());
      switch (reading.kind()) {
        case WITH_BRACKET -> {
          filmsOf(titled, reading);
          if (titlesOfBracket.size() < MOST) {
            titlesOfBracket.computeIfAbsent(words, _ -> new HashSet<>(2)).add(titled.key());
          }
        }
        case WITHOUT_STRAND -> {
          if (strands.size() < MOST && !Cancellations.isCalledOff(titled.title())) {
            strands
                .computeIfAbsent(words, _ -> new LinkedHashMap<>())
                .computeIfAbsent(Titles.clean(reading.title().title()).key(), _ -> new TreeSet<>())
                .add(titled.key());
          }
        }
      }
    }
    filmsOf(titled, titled.reading(Alternative.Kind.WITH_BRACKET));
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
    bracketed.forEach((title, byWords) ->
        byWords.forEach((words, same) -> {
          String why = whyBracketStays(title, words, same, others.getOrDefault(title, List.of()));
          if (why != null) {
            evidence.put(List.of(Alternative.Kind.WITH_BRACKET, title, words), why);
          }
        }));
    strands.forEach((name, titles) -> {
      List<String> listed =
          titles.keySet().stream().filter(film -> isListed(film, others)).toList();
      for (String film : listed) {
        for (String whole : titles.getOrDefault(film, Set.of())) {
          // A series is one cinema's; what others call so too is a title.
          if ((listed.size() > 1 || !others.containsKey(whole)) && mayBeOne(whole, film, others)) {
            evidence.put(
                List.of(Alternative.Kind.WITHOUT_STRAND, whole, name),
                films.containsKey(film)
                    ? "the feed also lists the title alone"
                    : "another provider lists the title alone");
          }
        }
      }
    });
  }

  private @Nullable String whyBracketStays(
      String title, String words, Set<KnownFilm> same, List<KnownFilm> others) {
    List<KnownFilm> besides = new ArrayList<>(films.getOrDefault(title, Set.of()));
    Map<String, Set<KnownFilm>> byWords = bracketed.getOrDefault(title, Map.of());
    byWords.forEach((each, known) -> {
      if (!isSame(each, words)) {
        besides.addAll(known);
      }
    });
    if (same.stream().anyMatch(film -> besides.stream().anyMatch(film::differsFrom))) {
      return "the feed has another film of that title";
    }
    if (same.stream().anyMatch(film -> film.differsFrom(others))) {
      return "another provider has another film of that title";
    }
    boolean twoNames =
        byWords.keySet().stream().anyMatch(each -> !isSame(each, words) && isName(each));
    return twoNames && isName(words) && same.stream().noneMatch(film -> agrees(film, besides))
        ? "the feed has that title with another name too"
        : null;
  }

  private static boolean isSame(String one, String other) {
    return LabelText.folded(one).equals(LabelText.folded(other));
  }

  private static boolean agrees(KnownFilm film, Collection<KnownFilm> others) {
    return others.stream().anyMatch(film::agreesWith);
  }

  /// Whether words in brackets are written as a person's name is, and are no label.
  private boolean isName(String words) {
    return NAME.matcher(words).matches()
        && titlesOfBracket.getOrDefault(LabelText.folded(words), Set.of()).size() <= MOST_TITLES;
  }

  private boolean isListed(String film, Map<String, List<KnownFilm>> others) {
    return films.containsKey(film) || others.containsKey(film);
  }

  private boolean mayBeOne(String whole, String film, Map<String, List<KnownFilm>> others) {
    List<KnownFilm> alone = new ArrayList<>(films.getOrDefault(film, Set.of()));
    alone.addAll(others.getOrDefault(film, List.of()));
    return films.getOrDefault(whole, Set.of()).stream().noneMatch(each -> each.differsFrom(alone));
  }

  /// Why `reading` of a title is right; null where it is not.
  @Nullable String why(ParsedTitle titled, Alternative reading) {
    String words =
        reading.kind() == Alternative.Kind.WITH_BRACKET
            ? reading.words()
            : LabelText.folded(reading.words());
    return evidence.get(List.of(reading.kind(), titled.key(), words));
  }
}
