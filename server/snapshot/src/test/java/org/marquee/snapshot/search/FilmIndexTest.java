package org.marquee.snapshot.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.snapshot.record.WrittenRecord;
import org.marquee.snapshot.search.FilmIndex.Ranked;

/// Films are found by their titles.
@NullMarked
class FilmIndexTest {
  private static final FilmIndex FILMS =
      FilmIndex.EMPTY.with(
          List.of(
              film("Solaris", "Солярис"),
              film("Return to Solaris"),
              film("Solaris Two"),
              film("Ocean of Cinders", "Ozean der Asche"),
              film("Amélie"),
              film("100% Wolf"),
              film("パリの灯")),
          Set.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SOLARIS         | solaris, solaris two, return to solaris
          sol             | return to solaris, solaris, solaris two
          two solaris     | solaris two
          солярис         | solaris
          ozean           | ocean of cinders
          ocan of cindrs  | ocean of cinders
          cinedrs         | ocean of cinders
          solariz         | return to solaris, solaris, solaris two
          amelie          | amelie
          Ame\u0301lie    | amelie
          100%            | 100 wolf
          %               | ''
          %_%             | ''
          --              | ''
          😀😀            | ''
          パリ            | パリの灯
          wxlx            | ''
          """)
  void a_title_is_found_by_its_parts_then_with_a_letter_wrong(String text, String titles) {
    String folded = Folding.fold(text.translateEscapes());
    assertThat(FILMS.search(folded, null).stream().map(each -> each.position().key()))
        .containsExactly(titles.isEmpty() ? new String[0] : titles.split(", "));
  }

  @Test
  void a_page_goes_on_behind_the_last_film_also_where_letters_are_wrong() {
    for (String wanted : List.of("sol", "solaris", "solariz")) {
      List<Ranked> walked = new ArrayList<>();
      Position.@Nullable ByRank after = null;
      for (List<Ranked> rest = FILMS.search(wanted, after);
          !rest.isEmpty();
          rest = FILMS.search(wanted, after)) {
        walked.add(rest.getFirst());
        after = rest.getFirst().position();
      }
      assertThat(walked).isEqualTo(FILMS.search(wanted, null)).hasSize(3);
    }
  }

  private static IndexedFilm film(String... titles) {
    String key = Folding.fold(titles[0]);
    return IndexedFilm.of(
        new WrittenRecord(
            Kind.FILM,
            new Film(
                "fi_" + key.replace(' ', '_'),
                titles[0],
                KnownFacts.NONE,
                List.of(titles).subList(1, titles.length),
                new Provenance(Instant.EPOCH, null, "test", key)),
            key,
            new Written(new byte[0], 0, 0, 0),
            Observed.ALONE,
            0));
  }
}
