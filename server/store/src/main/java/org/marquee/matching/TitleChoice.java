package org.marquee.matching;

import static java.util.stream.Collectors.toSet;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;
import org.marquee.title.Spelling;
import org.marquee.title.TitleIn;

/// Chooses the one title that a film is published with, of those that its source records give it
/// (docs/decisions/0020): that of a person's correction; else one in the first language that the
/// operator wants and that there is; else, of the providers with the highest rank, those that show
/// it in the country with most of its showtimes. Of several the fuller one, as `The Lord of the
/// Rings: The Two Towers`; then the commonest spelling ([Spelling#commonest]).
public final class TitleChoice {
  /// The ranks that operators give end here; only corrections have a higher one.
  private static final int MOST_RANK = 999;

  /// The most other titles that are kept.
  private static final int MOST = 20;

  /// The countries that speak mainly one language, for titles whose language nobody gives.
  private static final Map<String, String> COUNTRIES =
      Map.ofEntries(
          Map.entry("en", "US GB IE AU NZ CA ZA JM TT"),
          Map.entry("de", "DE AT CH LI"),
          Map.entry("fr", "FR MC RE GP MQ GF"),
          Map.entry("es", "ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR"),
          Map.entry("pt", "PT BR AO MZ"),
          Map.entry("it", "IT SM VA"),
          Map.entry("nl", "NL"),
          Map.entry("pl", "PL"),
          Map.entry("cs", "CZ"),
          Map.entry("sk", "SK"),
          Map.entry("da", "DK"),
          Map.entry("sv", "SE"),
          Map.entry("nb", "NO"),
          Map.entry("no", "NO"),
          Map.entry("fi", "FI"),
          Map.entry("hu", "HU"),
          Map.entry("ro", "RO MD"),
          Map.entry("bg", "BG"),
          Map.entry("el", "GR CY"),
          Map.entry("tr", "TR"),
          Map.entry("ru", "RU"),
          Map.entry("uk", "UA"),
          Map.entry("he", "IL"),
          Map.entry("ar", "EG SA AE QA KW BH OM JO LB"),
          Map.entry("hi", "IN"),
          Map.entry("th", "TH"),
          Map.entry("vi", "VN"),
          Map.entry("id", "ID"),
          Map.entry("ja", "JP"),
          Map.entry("ko", "KR"),
          Map.entry("zh", "CN TW HK"));

  private TitleChoice() {}

  /// What one source record calls the film.
  ///
  /// @param rank of its provider
  /// @param name the title as it is compared, [FilmSource.Title#name]
  /// @param plain as [FilmSource.Title#plain]
  /// @param shown how many showtimes its provider lists of it, by country
  public record Said(
      int rank,
      String title,
      String name,
      boolean plain,
      @Nullable String original,
      List<TitleIn> titles,
      Map<String, Long> shown) {
    private long shownIn(@Nullable String country) {
      return country == null ? 0 : shown.getOrDefault(country, 0L);
    }
  }

  /// The title, and those that are kept beside it.
  public record Chosen(String title, List<String> others) {}

  private record Candidate(int rank, String title) {}

  /// @param why these, in words
  private record Candidates(String why, List<Candidate> all) {}

  /// Chooses.
  ///
  /// @param said at least one, the older ones first
  /// @param languages that the operator wants, the best first
  public static Chosen choose(List<Said> said, List<String> languages) {
    // Of two titles one has something around it: Dune, not Dune (HOH) or Dune (2021).
    List<Said> plainFirst =
        said.stream().sorted(Comparator.comparing(Said::plain).reversed()).toList();
    String title = Spelling.commonest(fuller(highest(candidates(plainFirst, languages).all())));
    return new Chosen(title, others(plainFirst, title));
  }

  /// Why [#choose] chooses as it does, in words.
  public static String why(List<Said> said, List<String> languages) {
    Candidates candidates = candidates(said, languages);
    Map<String, Integer> highest = highest(candidates.all());
    Map<String, Integer> fuller = fuller(highest);
    return candidates.why()
        + (candidates.all().stream().map(Candidate::title).allMatch(highest::containsKey)
            ? ""
            : "; of these those of the highest rank")
        + (fuller.size() == highest.size() ? "" : "; of these the fuller")
        + (fuller.size() == 1 ? "" : "; of these the commonest spelling, of equals a plain one");
  }

  private static Candidates candidates(List<Said> said, List<String> languages) {
    List<Said> corrections = said.stream().filter(each -> each.rank() > MOST_RANK).toList();
    if (!corrections.isEmpty()) {
      return new Candidates("corrected by hand", candidates(corrections, _ -> true));
    }
    for (String language : languages) {
      List<Candidate> found = in(language, said);
      if (!found.isEmpty()) {
        return new Candidates(
            "in \"%s\", the first wanted language that there is a title in".formatted(language),
            found);
      }
    }
    int highest = said.stream().mapToInt(Said::rank).max().orElseThrow();
    List<Said> first = said.stream().filter(each -> each.rank() == highest).toList();
    String country = country(first);
    List<Candidate> there = candidates(first, each -> each.shownIn(country) > 0);
    String rank = "from rank %d, the highest".formatted(highest);
    return there.isEmpty()
        ? new Candidates(rank, candidates(first, _ -> true))
        : new Candidates(
            rank + ", shown in %s, where most showtimes are".formatted(country), there);
  }

  private static List<Candidate> candidates(List<Said> said, Predicate<Said> which) {
    return said.stream()
        .filter(which)
        .map(each -> new Candidate(each.rank(), each.title()))
        .toList();
  }

  /// The candidates that are told to be in a language; else those of providers that show the film
  /// where it is spoken.
  private static List<Candidate> in(String language, List<Said> said) {
    List<Candidate> told =
        said.stream()
            .flatMap(each ->
                each.titles().stream()
                    .filter(title -> title.isIn(language))
                    .map(title -> new Candidate(each.rank(), title.title())))
            .toList();
    if (!told.isEmpty()) {
      return told;
    }
    Set<String> countries = Set.of(COUNTRIES.getOrDefault(language, "").split(" ", -1));
    return candidates(
        said,
        each -> {
          String country = country(List.of(each));
          return country != null && countries.contains(country);
        });
  }

  /// The country with most of the showtimes; null where there are none.
  private static @Nullable String country(List<Said> said) {
    Map<String, Long> shown = new HashMap<>();
    said.forEach(
        each -> each.shown().forEach((country, count) -> shown.merge(country, count, Long::sum)));
    Optional<Map.Entry<String, Long>> most =
        shown.entrySet().stream()
            .max(
                Map.Entry.<String, Long>comparingByValue()
                    .thenComparing(Map.Entry.<String, Long>comparingByKey().reversed()));
    return most.map(Map.Entry::getKey).orElse(null);
  }

  /// The titles of the highest rank, and how often each is given.
  private static Map<String, Integer> highest(List<Candidate> candidates) {
    int highest = candidates.stream().mapToInt(Candidate::rank).max().orElseThrow();
    Map<String, Integer> counts = new LinkedHashMap<>();
    candidates.stream()
        .filter(each -> each.rank() == highest)
        .forEach(each -> counts.merge(each.title(), 1, Integer::sum));
    return counts;
  }

  /// Those that are not the end of another one.
  private static Map<String, Integer> fuller(Map<String, Integer> titles) {
    Map<String, Integer> counts = new LinkedHashMap<>(titles);
    if (counts.size() > 1) {
      Set<String> ends =
          counts.keySet().stream()
              .flatMap(title -> FilmSource.Title.of(title).ends().stream())
              .collect(toSet());
      counts.keySet().removeIf(title -> ends.contains(FilmSource.Title.of(title).name()));
    }
    return counts;
  }

  /// The other titles, each once however it is spelt.
  private static List<String> others(List<Said> said, String title) {
    Map<String, String> byName = new LinkedHashMap<>();
    Set<String> published = new HashSet<>(Set.of(Folding.fold(title)));
    for (Said each : said) {
      byName.putIfAbsent(each.name(), each.title());
      if (each.title().equals(title)) {
        published.add(each.name());
      }
      Stream.concat(Stream.ofNullable(each.original()), each.titles().stream().map(TitleIn::title))
          .forEach(other -> byName.putIfAbsent(Folding.fold(other), other));
    }
    byName.keySet().removeAll(published);
    return byName.values().stream().limit(MOST).map(each -> each.replace('\n', ' ')).toList();
  }
}
