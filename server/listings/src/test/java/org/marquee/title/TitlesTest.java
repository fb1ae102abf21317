package org.marquee.title;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.TestData;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.label.Vocabulary;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
class TitlesTest {
  /// `~` separates what is read, and `@` is the title.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          The Lantern; q-and-a; @ + Q&A ~ @ + Q&A with director Ann Lee
          The Lantern; q-and-a; @ - Followed by Q&A with Ann Lee ~ @ plus Q+A with Ann Lee
          The Lantern; q-and-a; @ w/ director Q&A
          The Lantern; subtitled; @ (HOH) ~ @ [Subtitled] ~ @ (Hindi with English Subtitles)
          The Lantern; subtitled; @ (with subtitles for the D/deaf)
          The Lantern; subtitled; @ with subtitles for the hard of hearing
          The Lantern; relaxed; Relaxed Screening: @ ~ Relaxed Screening + Discussion: @ ~ RELAXED @
          The Lantern; relaxed; LD FRIENDLY @
          The Lantern; imax; @ IMAX 3D ~ (IMAX) @ ~ IMAX 3D: @ ~ IMAX @ ~ @ in IMAX with Laser
          The Lantern; 4dx; @ (4DX 3D)
          The Lantern; dolby-cinema; @ - Dolby Cinema
          The Lantern; 70mm; @ in 70mm ~ @ [70mm]
          The Lantern; kids; Kids' Club: @ ~ Saturday Morning Kids' Club: @
          The Lantern; preview; Preview: @ ~ Members’ Preview: @ + Intro ~ @: Early Access Screening
          The Lantern; preview relaxed; Relaxed Preview: @
          National Theatre Live: The Lantern; live-event; NT Live: The Lantern ~ NT Live:The Lantern
          The Lantern; imax subtitled; @ (IMAX 2D HOH) (Encore)
          The Lantern; imax 70mm; @: The IMAX Experience in 70mm
          The Lantern; preview subtitled; Vorpremiere: @ (OmU)
          The Lantern (2014); imax; @ IMAX
          The Lantern (1972); 70mm; The Lantern (Ann Lee, 1972, 70mm)
          The Metropolitan Opera: La lanterna; live-event; La lanterna (Met Opera)
          The Metropolitan Opera: La lanterna; live-event; Metropolitan Opera: Puccini – La lanterna
          The Lantern; preview q-and-a; Preview + Q&A: @
          The Lantern: Lights Out; subtitled; SUBTITLED @
          """)
  void what_is_around_a_title_becomes_attributes(String title, String attributes, String all) {
    Attributes meant = Attributes.NONE;
    for (String id : attributes.split(" ", -1)) {
      meant = meant.with(Attribute.find(id).orElseThrow());
    }
    for (String each : all.split(" ~ ", -1)) {
      String raw = each.replace("@", title);
      ParsedTitle titled = Titles.clean(raw);
      assertThat(titled.title()).as(raw).isEqualTo(title);
      assertThat(titled.attributes()).as(raw).isEqualTo(meant);
    }
  }

  /// `~` separates what is read, and `@` is the title.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          The Lantern; @ (Telugu) ~ @ - Hindi ~ @ OmU ~ @ — VOSE ~ @ (V.O. sott. it.) ~ @ - dubbing PL
          The Lantern; @ DUBLADO ~ @: Black & White Version ~ @ (Tamil) (12A version)
          The Lantern; @ - Ann Lee Season ~ @ - Lights Out: The Films of Ann Lee ~ @ Extended Version
          The Lantern; @ U.K. Premiere ~ @ (No One at Home) ~ @ (30th Anniversary) Parent & Baby Show
          The Lantern; BABY+1 @ ~ LIFF: UK Premiere: @ + intro ~ Harbour Festival Opening Night: @
          The Lantern; @ + Pre-Film Tea at 9.45am ~ @ + Book Launch ~ @: Sing-Along
          The Lantern; @ 4K 40th Anniversary ~ @ - 50th Anniversary Edition ~ @ introduced by Ann Lee
          The Lantern; @ with live piano by Ann Lee ~ @ + talk by Ann Lee ~ @ (4K Restoration)
          The Lantern; @ - 40th Anniversary ~ @: Director's Cut ~ @ (15) ~ @ [Die Laterne]
          The Lantern; Awards Season: @ ~ Harbour Film Festival: @ + live score ~ Nobody presents: @
          The Lantern; @ presented by The Lamp Society ~ @ Unlimited Screening ~ ‘@’
          The Lantern; @ Re-Release (1994) (Hindi)
          The Lantern (1972); The Lantern (dir. Ann Lee, 1972)
          The Lantern (1946); The Lantern [1946]
          THE LANTERN (1956); @ at The Old Brewery
          The Metropolitan Opera: La lanterna; Met Opera Encore: Verdi’s La lanterna (2025)
          The Metropolitan Opera: La lanterna; The Met: Live in HD 2024-25: La lanterna
          Royal Ballet and Opera: Die Laterne; RBO 2024-25: Die Laterne
          """)
  void labels_that_do_not_belong_to_the_title_are_removed(String title, String all) {
    for (String each : all.split(" ~ ", -1)) {
      String raw = each.replace("@", title);
      assertThat(Titles.clean(raw).title()).as(raw).isEqualTo(title);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+ "})
  @Cases(
      """
      2001: A Space Odyssey | Alien (1979) + Aliens (1986) | Nosferatu (1922) + The Golem
      Napoleon (1927): Part Two | Mary Poppins + The Sound of Music | Persona + Talk to Her
      The Preview Screening | The Encore | Cinderella (Rossini)
      Birdman or (The Unexpected Virtue of Ignorance) | (500) Days of Summer | Q | Live | Preview
      Alien: Romulus | Live and Let Die | Mission: Impossible - Dead Reckoning | Dune: Part Two
      Kill Bill: Volume 1 | Face/Off | Romeo + Juliet | Fox and Hare + The Snail | M*A*S*H
      Singin' in the Rain | The Royal Tenenbaums | IMAX | [REC] | (1994) | Us | Film
      Open Season: Scared Silly | Fight Club | The Final Cut | +1 | 12 Angry Men
      Spider-Man: No Way Home | Wallace & Gromit: Vengeance Most Fowl | 'Til Death
      Shin Godzilla: ORTHOchromatic | Ghost in the Shell 2: Innocence | Relaxed | Subtitled
      Kids + Goodbye | Preview + The Lantern | The Lantern - The Third Season | The Lantern (II)
      """)
  void a_title_that_is_one_stays(String title) {
    assertThat(Titles.clean(title).title()).isEqualTo(title.equals("+ ") ? "+" : title);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Dune: Part Two | Dune (Part 2)",
        "Wicked: Part I | Wicked Part One",
        "Frozen II | Frozen 2",
        "Kill Bill: Vol. 1 | Kill Bill: Volume One",
        "Harbour: Ep III - Low Tide | Harbour: Episode 3 - Low Tide",
      })
  void numbers_of_parts_are_the_same_however_they_are_written(String one, String other) {
    assertThat(Titles.clean(one).key()).isEqualTo(Titles.clean(other).key());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Dune: Part One | Dune: Part Two",
        "The Nutcracker (Bolshoi Ballet) | The Nutcracker (Royal Ballet)",
        "Saw | Saw X",
        "Rocky | Rocky V",
        "Suspiria (1977) | Suspiria (2018)",
        "Alien | Alien (1979) + Aliens (1986)",
        "Preview + Q&A: The Lantern | Preview + Q&A: Tidewrack",
      })
  void different_films_stay_apart(String one, String other) {
    assertThat(Titles.clean(one).key()).isNotEqualTo(Titles.clean(other).key());
  }

  @Test
  void what_is_taken_is_kept_as_labels() {
    assertThat(Titles.clean("Awards Season: The Lantern (4K Restoration) + intro").labels())
        .containsExactlyInAnyOrder("Awards Season", "4K Restoration", "intro");
  }

  @Test
  void a_provider_may_have_words_of_its_own() {
    Vocabulary ours = Vocabulary.BUILT_IN.with("relaxed: soft lights\n[strands]\n-: lamp light\n");
    assertThat(Titles.clean("Lamp Light: The Lantern (Soft Lights)", ours).title())
        .isEqualTo("The Lantern");
    assertThat(ours.attributes("Soft Lights")).contains(Attributes.of(Attribute.RELAXED));
    assertThat(Vocabulary.BUILT_IN.attributes("Soft Lights")).isEmpty();
  }

  @Test
  void cleaning_again_changes_nothing_and_nothing_is_lost() throws IOException {
    for (Pairing each : pairings()) {
      ParsedTitle once = Titles.clean(each.input());
      assertThat(once.title()).as(each.input()).isNotBlank();
      assertThat(Titles.clean(once.title()).title()).as(each.input()).isEqualTo(once.title());
    }
  }

  /// A raw title with the normal form that the clusterflick project gives it.
  private record Pairing(String input, String output) {}

  private static List<Pairing> pairings() throws IOException {
    List<Pairing> all = new ArrayList<>();
    for (JsonNode each :
        JsonMapper.shared()
            .readTree(Files.readString(TestData.find("films/clusterflick-test-titles.json")))) {
      all.add(new Pairing(each.get("input").asString(), each.get("output").asString()));
    }
    return all;
  }

  /// Titles that project keeps apart and we join, by our key. A person judged each to be one film
  /// or one programme; they differ in punctuation or in the broadcaster's name.
  private static final Set<String> RIGHTLY_JOINED =
      Set.of(
          "dawn of impressionism paris 1874",
          "ernest cole lost found",
          "hundreds of beavers",
          "je tu il elle",
          "jeanne dielman 23 quai du commerce 1080 bruxelles",
          "national theatre live dr strangelove",
          "six the musical live",
          "swiatloczula",
          "the metropolitan opera il barbiere di siviglia",
          "tiddler the snail the whale");

  private static long pairs(long of) {
    return of * (of - 1) / 2;
  }

  /// How many pairs of titles two groupings agree on, and where they differ.
  private static final class Agreement {
    long theirs;
    long ours;
    long both;
    final List<String> split = new ArrayList<>();
    final List<String> joined = new ArrayList<>();

    Agreement(Map<String, List<String>> theirGroups, Map<String, List<String>> ourGroups) {
      Map<String, String> theirOf = inverse(theirGroups);
      Map<String, String> ourOf = inverse(ourGroups);
      theirs = theirGroups.values().stream().mapToLong(group -> pairs(group.size())).sum();
      ours = ourGroups.values().stream().mapToLong(group -> pairs(group.size())).sum();
      both = ours - differing(ourGroups, theirOf, joined);
      differing(theirGroups, ourOf, split);
    }

    private static Map<String, String> inverse(Map<String, List<String>> groups) {
      Map<String, String> group = new HashMap<>();
      groups.forEach((name, members) -> members.forEach(each -> group.put(each, name)));
      return group;
    }

    /// The pairs within `groups` that the other grouping keeps apart.
    private static long differing(
        Map<String, List<String>> groups, Map<String, String> other, List<String> told) {
      long differing = 0;
      for (Map.Entry<String, List<String>> group : groups.entrySet()) {
        Map<String, Integer> counts = new TreeMap<>();
        group
            .getValue()
            .forEach(each -> counts.merge(other.getOrDefault(each, ""), 1, Integer::sum));
        if (counts.size() > 1) {
          long apart =
              pairs(group.getValue().size())
                  - counts.values().stream().mapToLong(count -> pairs(count)).sum();
          differing += apart;
          told.add("%3d  %s  %s".formatted(apart, counts, new TreeSet<>(group.getValue())));
        }
      }
      return differing;
    }
  }

  @Test
  void a_text_that_is_longer_than_any_title_is_not_taken_apart() {
    String longest = "a: ".repeat(201).strip();
    assertThat(Titles.clean(longest))
        .isEqualTo(new ParsedTitle(longest, null, Attributes.NONE, List.of(), List.of(), null));
  }

  @Test
  void real_titles_come_together_as_people_put_them_together() throws IOException {
    Map<String, List<String>> theirs = new TreeMap<>();
    Map<String, List<String>> ours = new TreeMap<>();
    for (Pairing each : pairings()) {
      theirs.computeIfAbsent(each.output(), _ -> new ArrayList<>()).add(each.input());
      ours.computeIfAbsent(Titles.clean(each.input()).key(), _ -> new ArrayList<>())
          .add(each.input());
    }
    Agreement all = new Agreement(theirs, ours);
    ours.keySet().removeAll(RIGHTLY_JOINED);
    Agreement unjudged = new Agreement(theirs, ours);
    assertThat(all.theirs).isEqualTo(687);
    assertThat(all.both)
        .as(() -> "apart here, together there:\n  " + String.join("\n  ", all.split))
        .isGreaterThanOrEqualTo(655);
    assertThat(all.ours - all.both)
        .as(() -> "together here, apart there:\n  " + String.join("\n  ", all.joined))
        .isLessThanOrEqualTo(31);
    assertThat(unjudged.ours - unjudged.both).isLessThanOrEqualTo(all.ours / 100);
  }
}
