package org.marquee.title.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.title.Titles;

@NullMarked
class LabelFactsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          OV; {"version":{"original":true}}
          OmU; {"version":{"original":true}}
          O.m.U.; {"version":{"original":true}}
          OmU, Englisch; {"version":{"original":true}}
          OV, Englisch; {"version":{"original":true,"spoken":["en"]}}
          OmeU; {"version":{"original":true,"subtitles":["en"]}}
          OmdU; {"version":{"original":true,"subtitles":["de"]}}
          E/d/f; {"version":{"spoken":["en"],"subtitles":["de","fr"]}}
          dt. UT; {"version":{"subtitles":["de"]}}
          Deutsche Fassung; {"version":{"spoken":["de"]}}
          Synchro; {"version":{"dubbed":true}}
          VOST; {"version":{"original":true}}
          VOSTFR; {"version":{"original":true,"subtitles":["fr"]}}
          VF; {"version":{"spoken":["fr"]}}
          VOSE; {"version":{"original":true,"subtitles":["es"]}}
          doppiato; {"version":{"dubbed":true}}
          日本語吹替版; {"version":{"dubbed":true,"spoken":["ja"]}}
          IMAX字幕; -
          French with English subtitles; {"version":{"spoken":["fr"],"subtitles":["en"]}}
          Italian subtitles; {"version":{"subtitles":["it"]}}
          English (Sub); {"version":{"subtitles":["en"]}}
          Hindi; {"version":{"spoken":["hi"]}}
          Hindi, Subtitled; -
          Q&A in English; -
          subtitled; -
          IMAX; -
          IMAX 3D; {"formats":["3d"]}
          35 mm, Dolby Atmos, 3-D; {"formats":["35mm","3d","dolby-atmos"]}
          HoH; {"accessibility":["hard-of-hearing"]}
          Babykino; {"accessibility":["baby-friendly"]}
          BSL; {"accessibility":["sign-language"]}
          Wheelchair Accessible; {"accessibility":["wheelchair"]}
          OV, dubbed; -
          not in 3D; -
          Piranhas in 3D glasses; -
          """)
  void labels_say_versions_formats_and_accessibility(String labels, String details) {
    assertThat(Objects.requireNonNullElse(details(labels), "-")).isEqualTo(details);
  }

  private static @org.jspecify.annotations.Nullable String details(String labels) {
    return LabelFacts.details(
            Arrays.stream(labels.split(", ", -1))
                .flatMap(label -> Vocabulary.BUILT_IN.facts(label).stream())
                .toList())
        .document();
  }

  @Test
  void words_around_a_title_say_the_same() {
    assertThat(Titles.clean("The Lantern (OmeU) [3D]").facts())
        .containsExactlyInAnyOrder("original", "subtitles en", "formats 3d");
    assertThat(Titles.clean("The Lantern (HOH)").facts())
        .containsExactly("accessibility hard-of-hearing");
    assertThat(Titles.clean("The Lantern").facts()).isEmpty();
  }

  @Test
  void a_table_of_a_provider_has_facts_of_its_own() {
    Vocabulary own =
        Vocabulary.BUILT_IN.with("-: deutsche tonspur\n[facts]\nspoken de: deutsche tonspur\n");
    assertThat(own.facts("Deutsche Tonspur")).containsExactly("spoken de");
    assertThatThrownBy(() -> Vocabulary.BUILT_IN.with("[facts]\nloud: laut\n"))
        .hasMessage("line 2 is not valid: loud: laut");
  }
}
