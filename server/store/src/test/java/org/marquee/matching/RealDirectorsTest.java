package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.ocapi.OcapiReader;

/// The directors in real feeds of films that would be joined without them.
@NullMarked
class RealDirectorsTest {
  private final Map<String, FilmSource> words = new LinkedHashMap<>();
  private final Map<String, String> said = new HashMap<>();

  private void take(int provider, FeedReader reader, List<Path> files) throws IOException {
    Findings findings =
        Findings.of(
            reader, REX, files.stream().map(file -> (FeedSource.Part) new FilePart(file)).toList());
    assertThat(findings.unreadable).as(files.toString()).isNull();
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Film film && film.title() != null) {
        String id = provider + " " + film.externalId();
        FilmSource.Title title = FilmSource.Title.of(film.title());
        Integer year = title.year();
        if (year == null && film.releaseDate() != null) {
          year = film.releaseDate().getYear();
        }
        String directors = String.join("\n", film.directors());
        said.put(id, film.title() + " by " + film.directors());
        words.put(
            id,
            new FilmSource(
                id,
                provider,
                title,
                List.of(),
                new FilmSource.Facts(
                    year,
                    film.durationMinutes(),
                    Directors.of(directors),
                    film.extCatalogAId(),
                    film.extCatalogBId()),
                FilmPeriods.NEVER));
      }
    }
  }

  private static FilmSource undirected(FilmSource word) {
    return new FilmSource(
        word.id(),
        word.provider(),
        word.title(),
        List.of(),
        new FilmSource.Facts(
            word.facts().year(),
            word.facts().minutes(),
            Directors.NONE,
            word.facts().catalogA(),
            word.facts().catalogB()),
        FilmPeriods.NEVER);
  }

  @Test
  void directors_part_no_film_wrongly() throws IOException {
    String derived = "showtimes/clusterflick-transformed-derived";
    for (Path venue : RealTitlesTest.files(derived, ".json")) {
      take(1, new ClusterflickReader(), List.of(venue));
    }
    String sites = "showtimes/clusterflick/";
    for (String site : List.of("odeon.co.uk-acton", "odeon.co.uk-camden", "odeon.co.uk-kingston")) {
      take(2, new OcapiReader(), RealTitlesTest.files(sites + site + "/bodies", ".json"));
    }
    for (String site : List.of("curzon.com-bloomsbury", "curzon.com-soho")) {
      take(3, new OcapiReader(), RealTitlesTest.files(sites + site + "/bodies", ".json"));
    }
    for (String site : List.of("cineworld.co.uk-leicester-square", "cineworld.co.uk-wembley")) {
      take(
          4,
          MappedReader.ready("cineworld"),
          RealTitlesTest.files(sites + site + "/bodies", ".json"));
    }
    for (String site : List.of("myvue.com-islington", "myvue.com-piccadilly")) {
      take(5, MappedReader.ready("vue"), RealTitlesTest.files(sites + site + "/manual", ""));
    }
    take(
        6,
        MappedReader.ready("everyman"),
        RealTitlesTest.files(sites + "everymancinema.com-barnet/bodies", ".json"));
    take(
        7,
        MappedReader.ready("indy"),
        RealTitlesTest.files(sites + "actonecinema.co.uk/bodies", ".json"));
    take(
        8,
        MappedReader.ready("indy"),
        RealTitlesTest.files(sites + "riocinema.org.uk/bodies", ".json"));
    for (Path version : RealTitlesTest.files("history/culture-calendar", ".json")) {
      take(9, MappedReader.ready("culture-calendar"), List.of(version));
    }
    for (Path version : RealTitlesTest.files("history/dc-film", ".json")) {
      take(10, MappedReader.ready("dc-film"), List.of(version));
    }
    Map<Agreement, Integer> pairs = new TreeMap<>();
    for (List<FilmSource> group :
        groups(words.values().stream().map(RealDirectorsTest::undirected))) {
      eachPair(group, (one, other) -> pairs.merge(compare(one, other), 1, Integer::sum));
    }
    List<String> contradictions = new ArrayList<>();
    Map<String, List<FilmSource>> byName = new TreeMap<>();
    for (FilmSource word : words.values()) {
      byName
          .computeIfAbsent(Objects.requireNonNull(word.title()).name(), _ -> new ArrayList<>())
          .add(word);
    }
    for (List<FilmSource> named : byName.values()) {
      eachPair(
          named,
          (one, other) -> {
            if (compare(one, other) == Agreement.CONTRADICT) {
              contradictions.add(said.get(one.id()) + " | " + said.get(other.id()));
            }
          });
    }
    assertThat(contradictions).isEmpty();
    assertThat(words.size()).isEqualTo(2932);
    assertThat(pairs).isEqualTo(Map.of(Agreement.UNKNOWN, 2317, Agreement.AGREE, 20_135));
    assertThat(groups(words.values().stream().map(RealDirectorsTest::undirected)).size())
        .isEqualTo(1067);
    assertThat(groups(words.values().stream()).size()).isEqualTo(1038);
  }

  private Agreement compare(FilmSource one, FilmSource other) {
    return directors(one).compare(directors(other));
  }

  private Directors directors(FilmSource word) {
    return Objects.requireNonNull(words.get(word.id())).facts().directors();
  }

  private static void eachPair(List<FilmSource> some, BiConsumer<FilmSource, FilmSource> taker) {
    for (int at = 0; at < some.size(); at++) {
      for (int then = at + 1; then < some.size(); then++) {
        taker.accept(some.get(at), some.get(then));
      }
    }
  }

  private static List<List<FilmSource>> groups(Stream<FilmSource> some) {
    List<FilmSource> all = some.toList();
    return Clustering.of(all, FilmRules.of(all, Decisions.NONE), Decisions.NONE).groups();
  }
}
