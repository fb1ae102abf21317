package org.marquee.feed.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Findings;
import org.marquee.feed.filter.CheckedReading;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.notice.Code;
import org.marquee.title.Titles;

/// Words in brackets that tell films apart, and names of series: by what else a feed, or another
/// provider, lists.
@NullMarked
class OtherReadingsTest {
  @TempDir private Path folder;

  /// @param rows a title, its director and its length each
  private Findings read(Map<String, List<KnownFilm>> others, String... rows) throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("ours.yaml"),
            """
            format: csv
            csv: {separator: ;, columns: [Film, Director, Length]}
            zone: Europe/London
            records:
              - {kind: film, fields: {title: Film, directors: Director, durationMinutes: Length}}
            """);
    Findings findings = new Findings();
    MappedReader reader = MappedReader.of(mapping);
    FeedSource source =
        new FeedSource(
            List.of(new BytesPart("feed", String.join("\n", rows).getBytes(UTF_8))),
            Findings.OBSERVED_AT,
            null);
    FeedTitles titles = CheckedReading.titles(reader, source, new FeedSink() {}, _ -> others);
    reader.read(source.with(titles), findings);
    titles.report(findings::notice);
    return findings;
  }

  private static Set<String> films(Findings findings) {
    Set<String> films = new TreeSet<>();
    findings.records.forEach(record -> {
      if (record instanceof FeedRecord.Film film) {
        films.add(film.externalId() + " = " + film.title());
      }
    });
    return films;
  }

  private static KnownFilm by(String director, int minutes) {
    return new KnownFilm(List.of(director), minutes, null, null, null);
  }

  @ParameterizedTest
  @Cases(
      """
      Macbeth (Opera) | Hamlet (Ballet) | Hamlet (Balet) | Faust (the musical)
      Macbeth (Stage Play) | Novecento (atto primo) | Novecento (atto secondo)
      Les Enfants (première partie) | Cheburashka (část první) | ランタン(前編)
      Birdman (or The Unexpected Virtue of Ignorance)
      Birds of Prey (e a Fantabulástica Emancipação de uma Arlequina)
      Birds of Prey (and the Fantabulous Emancipation of One Harley Quinn)
      """)
  void another_art_a_part_and_what_goes_on_stay(String title) {
    assertThat(Titles.clean(title).title()).isEqualTo(title);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Macbeth (Opera) | Macbeth",
        "Hamlet (Ballet) | Hamlet",
        "Novecento (atto primo) | Novecento (atto secondo)",
      })
  void they_are_films_of_their_own(String one, String other) {
    assertThat(Titles.clean(one).key()).isNotEqualTo(Titles.clean(other).key());
  }

  @Test
  void a_subtitle_in_brackets_is_the_same_film_as_the_title_alone() {
    assertThat(Titles.clean("Birdman (or The Unexpected Virtue of Ignorance)").key())
        .isEqualTo(Titles.clean("Birdman").key());
  }

  @Test
  void two_persons_are_two_films() throws IOException {
    assertThat(
            films(read(Map.of(), "Faust (Murnau);;", "Faust (Švankmajer);;", "Faust (Murnau);;")))
        .containsExactly("faust murnau = Faust (Murnau)", "faust svankmajer = Faust (Švankmajer)");
  }

  @ParameterizedTest
  @CsvSource({
    "Carrie (De Palma), Carrie (Peirce)",
    "Suspense (Tuttle), Suspense (Weber)",
    "Suspense (weber), Suspense (tuttle)",
    "Carrie (De Palma), Carrie (2013)",
    "The Lantern (Die Laterne), The Lantern (La lanterna)",
    "Hamlet (Olivier), Hamlet (Ballet)",
  })
  void two_brackets_after_one_title_stay(String one, String other) throws IOException {
    Findings findings = read(Map.of(), one + ";;", other + ";;");
    assertThat(titles(findings)).containsExactlyInAnyOrder(one, other);
  }

  @Test
  void words_that_both_stand_after_several_titles_are_labels() throws IOException {
    assertThat(
            films(
                read(
                    Map.of(),
                    "Faust (Monday Crowd);;",
                    "Solaris (Monday Crowd);;",
                    "Persona (Monday Crowd);;",
                    "Faust (Sunday Crowd);;",
                    "Persona (Sunday Crowd);;",
                    "Solaris (Sunday Crowd);;")))
        .containsExactly("faust = Faust", "persona = Persona", "solaris = Solaris");
  }

  @Test
  void a_bracket_stays_where_the_feed_has_another_film_of_that_title() throws IOException {
    assertThat(films(read(Map.of(), "The Lantern;Ann Lee;95", "The Lantern (puppets);Bob Ray;70")))
        .containsExactly(
            "the lantern = The Lantern", "the lantern puppets = The Lantern (puppets)");
    assertThat(films(read(Map.of(), "The Lantern;;180", "The Lantern (puppets);;70"))).hasSize(2);
    assertThat(films(read(Map.of(), "The Lantern;Ann Lee;95", "The Lantern (puppets);Ann Lee;95")))
        .containsExactly("the lantern = The Lantern");
    assertThat(films(read(Map.of(), "The Lantern;;", "The Lantern (puppets);;")))
        .containsExactly("the lantern = The Lantern");
  }

  @Test
  void a_bracket_stays_where_another_provider_has_another_film_of_that_title() throws IOException {
    Map<String, List<KnownFilm>> others = Map.of("the lantern", List.of(by("Ann Lee", 95)));
    assertThat(films(read(others, "The Lantern (puppets);Bob Ray;70")))
        .containsExactly("the lantern puppets = The Lantern (puppets)");
    assertThat(films(read(others, "The Lantern (puppets);Lee, Ann;97")))
        .containsExactly("the lantern = The Lantern");
  }

  @Test
  void what_goes_without_being_known_is_told_once_a_title() throws IOException {
    Findings findings =
        read(
            Map.of(),
            "The Lantern (Die Laterne);;",
            "The Lantern (Die Laterne);;",
            "Night Boats (OmU);;",
            "Faust (Murnau);;",
            "Faust (Švankmajer);;");
    assertThat(findings.notices)
        .extracting(notice -> notice.code() + " " + notice.read())
        .containsExactly(
            Code.LABEL_UNKNOWN + " The Lantern (Die Laterne)",
            Code.TITLE_WORDS_KEPT + " Faust (Murnau)",
            Code.TITLE_WORDS_KEPT + " Faust (Švankmajer)");
  }

  private static List<String> titles(Findings findings) {
    return films(findings).stream().map(film -> film.replaceFirst(".* = ", "")).toList();
  }

  /// Titles with something before them, and titles alone; a row each.
  private static String[] rows(String before, List<String> with, String... alone) {
    return Stream.concat(with.stream().map(before::concat), Stream.of(alone))
        .map(title -> title + ";;")
        .toArray(String[]::new);
  }

  private static final List<String> THREE = List.of("Night Boats", "Faust", "Low Tide");

  @ParameterizedTest
  @ValueSource(strings = {"Lamp Evening: ", "Lamp Evening | "})
  void the_name_of_a_series_goes_where_it_stands_before_three_titles_and_two_are_listed_alone(
      String before) throws IOException {
    Findings findings = read(Map.of(), rows(before, THREE, "Night Boats", "Faust"));
    assertThat(films(findings))
        .containsExactly(
            "faust = Faust",
            "lamp evening faust = Faust",
            "lamp evening low tide = " + before + "Low Tide",
            "lamp evening night boats = Night Boats",
            "night boats = Night Boats");
    assertThat(findings.codes()).containsOnly(Code.TITLE_WORDS_REMOVED);
    assertThat(findings.notices.getFirst().detail())
        .endsWith("it stands before 3 titles, of which 2 are listed alone too");
  }

  @Test
  void titles_that_other_providers_list_alone_count_too() throws IOException {
    Map<String, List<KnownFilm>> others =
        Map.of("night boats", List.of(by("Ann Lee", 95)), "faust", List.of());
    assertThat(titles(read(others, rows("Lamp Evening: ", THREE))))
        .containsExactly("Faust", "Lamp Evening: Low Tide", "Night Boats");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Alien: Romulus;Romulus", // one pair alone
        "Alien: Romulus;Alien: Covenant;Romulus;Covenant", // two titles
        "Alien: Romulus;Alien: Covenant;Alien: Earth;Romulus", // one alone
        "Alien: Romulus;Alien: Covenant;Alien: Earth;Romulus;Covenant;Alien", // a film is called so
      })
  void the_name_of_a_series_of_films_stays(String feed) throws IOException {
    List<String> titles = List.of(feed.split(";", -1));
    assertThat(titles(read(Map.of(), rows("", titles))))
        .containsExactlyInAnyOrderElementsOf(titles);
  }

  @Test
  void a_fact_against_one_title_and_a_whole_that_others_list_let_all_stay() throws IOException {
    assertThat(
            titles(
                read(
                    Map.of(),
                    "Alien: Romulus;Fede Álvarez;119",
                    "Alien: Covenant;Ridley Scott;122",
                    "Alien: Earth;;",
                    "Romulus;;",
                    "Covenant;Guy Ritchie;123")))
        .contains("Alien: Romulus", "Alien: Covenant");
    assertThat(
            titles(
                read(
                    Map.of("alien romulus", List.of()),
                    rows(
                        "Alien: ",
                        List.of("Romulus", "Covenant", "Earth"),
                        "Romulus",
                        "Covenant"))))
        .contains("Alien: Romulus", "Alien: Covenant");
  }

  @Test
  void a_title_with_a_colon_stays_without_evidence() throws IOException {
    assertThat(films(read(Map.of(), "Harbour: Low Tide;;", "Lamp Evening: Night Boats;;")))
        .containsExactly(
            "harbour low tide = Harbour: Low Tide",
            "lamp evening night boats = Lamp Evening: Night Boats");
  }

  @Test
  void a_title_stays_where_what_follows_the_colon_is_another_film() throws IOException {
    assertThat(films(read(Map.of(), "Harbour: Low Tide;Ann Lee;95", "Low Tide;Bob Ray;99")))
        .containsExactly("harbour low tide = Harbour: Low Tide", "low tide = Low Tide");
  }

  @Test
  void a_work_on_a_stage_is_no_film_of_its_name() throws IOException {
    assertThat(films(read(Map.of(), "Met Opera Live: Aida;;", "Aida;;")))
        .containsExactly(
            "aida = Aida", "the metropolitan opera aida = The Metropolitan Opera: Aida");
  }
}
