package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.TestData;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.ocapi.OcapiReader;

/// The films of real programmes, with all their facts and with some: what is joined by title, weeks
/// and directors is compared with the facts that were left out.
@NullMarked
class RealTitlesTest {
  private static final String DERIVED = "showtimes/clusterflick-transformed-derived";
  private static final String SITES = "showtimes/clusterflick/";

  /// With all facts, by id.
  private static final Map<String, FilmSource> WORDS = new LinkedHashMap<>();

  private static final Map<String, String> SAID = new HashMap<>();

  /// Each venue is a provider of its own, with its number.
  private static final Map<String, Integer> PROVIDERS = new HashMap<>();

  private static void take(String venue, String country, FeedReader reader, List<Path> files)
      throws IOException {
    int provider = PROVIDERS.size() + 1;
    PROVIDERS.put(venue, provider);
    Findings findings =
        Findings.of(
            reader, REX, files.stream().map(file -> (FeedSource.Part) new FilePart(file)).toList());
    assertThat(findings.unreadable).as(venue).isNull();
    assertThat(findings.refused).as(venue).isEmpty();
    Map<String, List<FilmPeriods.Period>> shown = new HashMap<>();
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Showtime showtime) {
        shown
            .computeIfAbsent(showtime.film(), _ -> new ArrayList<>())
            .add(ClusteringTest.around(country, day(showtime.start())));
      }
    }
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Film film && film.title() != null) {
        List<FilmPeriods.Period> periods = shown.getOrDefault(film.externalId(), List.of());
        FilmSource word = word(provider, film, new FilmPeriods(periods));
        WORDS.put(word.id(), word);
        SAID.put(
            word.id(),
            "%s (%s, %s min, by %s, %s)"
                .formatted(
                    film.title(),
                    word.facts().year(),
                    word.facts().minutes(),
                    film.directors(),
                    venue));
      }
    }
  }

  private static LocalDate day(FeedStart start) {
    return switch (start) {
      case FeedStart.Exact(var at, _) -> at.atOffset(ZoneOffset.UTC).toLocalDate();
      case FeedStart.Local(var at) -> at.toLocalDate();
    };
  }

  private static FilmSource word(int provider, FeedRecord.Film film, FilmPeriods shown) {
    FilmSource.Title title = FilmSource.Title.of(Objects.requireNonNull(film.title()));
    Integer year = title.year();
    if (year == null && film.releaseDate() != null) {
      year = film.releaseDate().getYear();
    }
    return new FilmSource(
        provider + " " + film.externalId(),
        provider,
        title,
        film.bracket(),
        List.of(),
        new FilmSource.Facts(
            year,
            film.durationMinutes(),
            Directors.of(String.join("\n", film.directors())),
            film.extCatalogAId(),
            film.extCatalogBId()),
        shown);
  }

  /// The film as a calendar lists it: the title, and the weeks in which it is shown.
  private static FilmSource bare(FilmSource word) {
    Integer year = Objects.requireNonNull(word.title()).year();
    return with(word, new FilmSource.Facts(year, null, Directors.NONE, null, null), word.shown());
  }

  private static FilmSource undirected(FilmSource word) {
    FilmSource.Facts facts = word.facts();
    return with(
        word,
        new FilmSource.Facts(
            facts.year(), facts.minutes(), Directors.NONE, facts.catalogA(), facts.catalogB()),
        FilmPeriods.NEVER);
  }

  private static FilmSource with(FilmSource word, FilmSource.Facts facts, FilmPeriods shown) {
    return new FilmSource(
        word.id(), word.provider(), word.title(), word.bracket(), List.of(), facts, shown);
  }

  private static List<Path> files(String folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(TestData.find(folder))) {
      return files
          .filter(file -> file.toString().endsWith(ending) && !file.endsWith("index.json"))
          .sorted()
          .toList();
    }
  }

  @BeforeAll
  static void takeAll() throws IOException {
    for (Path venue : files(DERIVED, ".json")) {
      take(venue.getFileName().toString(), "GB", new ClusterflickReader(), List.of(venue));
    }
    for (String site :
        List.of(
            "odeon.co.uk-acton",
            "odeon.co.uk-camden",
            "odeon.co.uk-kingston",
            "curzon.com-bloomsbury",
            "curzon.com-soho")) {
      take(site, "GB", new OcapiReader(), files(SITES + site + "/bodies", ".json"));
    }
    for (String site : List.of("cineworld.co.uk-leicester-square", "cineworld.co.uk-wembley")) {
      mapped("cineworld", site, "/bodies", ".json");
    }
    for (String site : List.of("myvue.com-islington", "myvue.com-piccadilly")) {
      mapped("vue", site, "/manual", "");
    }
    mapped("everyman", "everymancinema.com-barnet", "/bodies", ".json");
    mapped("indy", "actonecinema.co.uk", "/bodies", ".json");
    mapped("indy", "riocinema.org.uk", "/bodies", ".json");
    take(
        "culture-calendar",
        "US",
        MappedReader.ready("culture-calendar"),
        List.of(files("history/culture-calendar", ".json").getLast()));
    take(
        "dc-film",
        "US",
        MappedReader.ready("dc-film"),
        List.of(files("history/dc-film", ".json").getLast()));
  }

  private static void mapped(String mapping, String site, String folder, String ending)
      throws IOException {
    take(site, "GB", MappedReader.ready(mapping), files(SITES + site + folder, ending));
  }

  private static List<List<FilmSource>> groups(Collection<FilmSource> some) {
    return Clustering.of(some, FilmRules.of(some, Decisions.NONE), Decisions.NONE).groups();
  }

  /// Two records of two providers in one group.
  private record Pair(FilmSource one, FilmSource other) {}

  private static List<Pair> pairs(List<FilmSource> group) {
    List<Pair> pairs = new ArrayList<>();
    for (int at = 0; at < group.size(); at++) {
      for (FilmSource other : group.subList(at + 1, group.size())) {
        if (group.get(at).provider() != other.provider()) {
          pairs.add(new Pair(group.get(at), other));
        }
      }
    }
    return pairs;
  }

  private static String name(FilmSource word) {
    return Objects.requireNonNull(word.title()).name();
  }

  private static FilmFacts facts(Pair pair) {
    return FilmFacts.of(
        Objects.requireNonNull(WORDS.get(pair.one().id())),
        Objects.requireNonNull(WORDS.get(pair.other().id())));
  }

  /// The pairs whose facts contradict each other. Not by their running times: one film has several,
  /// with a talk, with advertisements.
  private static List<String> contradictions(Collection<Pair> pairs) {
    return pairs.stream()
        .filter(pair -> {
          FilmFacts facts = facts(pair);
          return Stream.of(facts.catalogue(), facts.years(), facts.directors())
              .anyMatch(Agreement.CONTRADICT::equals);
        })
        .map(RealTitlesTest::shown)
        .toList();
  }

  private static String shown(Pair pair) {
    return SAID.get(pair.one().id()) + " | " + SAID.get(pair.other().id());
  }

  @Test
  void films_without_facts_join_by_title_and_weeks_and_no_fact_says_otherwise() {
    int joined = 0;
    List<String> wrong = new ArrayList<>();
    for (List<FilmSource> group :
        groups(WORDS.values().stream().map(RealTitlesTest::bare).toList())) {
      List<Pair> pairs = pairs(group);
      wrong.addAll(contradictions(pairs));
      joined += pairs.isEmpty() ? 0 : 1;
    }
    assertThat(wrong).isEmpty();
    assertThat(joined).isGreaterThan(200);
  }

  @Test
  void films_of_a_director_join_in_all_their_lengths() {
    List<List<FilmSource>> groups = groups(WORDS.values());
    Map<String, List<List<FilmSource>>> titles =
        groups.stream().collect(Collectors.groupingBy(group -> name(group.getFirst())));
    // It was 63 more films than titles when running times had to agree.
    assertThat(groups.size() - titles.size()).isLessThan(45);
    assertThat(titles.get("a real pain")).hasSize(1);
    assertThat(titles.get("les miserables the staged concert live")).hasSize(1);
    for (List<FilmSource> group : groups) {
      assertThat(contradictions(pairs(group))).isEmpty();
    }
  }

  @Test
  void directors_part_no_film_wrongly() {
    Map<Agreement, Integer> agreements = new EnumMap<>(Agreement.class);
    List<List<FilmSource>> groups =
        groups(WORDS.values().stream().map(RealTitlesTest::undirected).toList());
    for (List<FilmSource> group : groups) {
      pairs(group).forEach(pair -> agreements.merge(facts(pair).directors(), 1, Integer::sum));
    }
    List<String> wrong = new ArrayList<>();
    for (List<FilmSource> named :
        WORDS.values().stream().collect(Collectors.groupingBy(RealTitlesTest::name)).values()) {
      for (Pair pair : pairs(named)) {
        if (facts(pair).directors() == Agreement.CONTRADICT) {
          wrong.add(shown(pair));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(WORDS).hasSize(3407);
    assertThat(agreements).isEqualTo(Map.of(Agreement.UNKNOWN, 3637, Agreement.AGREE, 34_627));
    assertThat(groups).hasSize(1030);
    assertThat(
            groups(
                WORDS.values().stream()
                    .map(word -> with(word, word.facts(), FilmPeriods.NEVER))
                    .toList()))
        .hasSize(947);
  }
}
