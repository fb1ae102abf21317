package org.marquee.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.correction.Correction.Wanted;

/// The file of corrections, and the example of docs/corrections.md.
@NullMarked
class CorrectionsFileTest {
  private static List<String> faults(String text) {
    return catchThrowableOfType(CorrectionRefused.class, () -> CorrectionsFile.read(text)).faults();
  }

  @Test
  void the_example_of_the_page_is_read_and_written_with_the_same_meaning() throws Exception {
    String page = Files.readString(Repository.path("docs/corrections.md"));
    String example = page.split("```yaml\n", 2)[1].split("```", 2)[0];
    List<Correction> read = CorrectionsFile.read(example).stream().map(Wanted::correction).toList();
    assertThat(read)
        .extracting(each -> each.what().word())
        .containsExactly(
            "name", "position", "availability", "not-a-film", "hide", "merge", "split");
    String written = CorrectionsFile.write(read, Map.of("ci_4k7m2hw9", "Roxy Leeds"));
    assertThat(written).contains("- set: ci_4k7m2hw9 # Roxy Leeds\n");
    assertThat(CorrectionsFile.read(written).stream().map(Wanted::correction))
        .containsExactlyElementsOf(read);
    for (String field : List.of("name", "position", "title", "extCatalogBId")) {
      assertThat(page).contains('`' + field + '`');
    }
  }

  @Test
  void an_empty_list_is_a_file() {
    assertThat(CorrectionsFile.read(CorrectionsFile.write(List.of(), Map.of()))).isEmpty();
  }

  @Test
  void all_faults_are_told_each_with_its_line() {
    assertThat(
            faults(
                """
                corrections:
                  - set: ci_1
                    nam: x
                    position: [51, 200]
                    note: a
                  - hide: xx
                    note: b
                  - hide: [ci_1, ci_2]
                    note: c
                  - merge: fi_1
                    note: d
                  - not-a-film: fi_1
                  - remove: fi_1
                    note: e
                  - hide: fi_1
                    note: f
                  - hide: fi_1
                    why: g
                    note: h
                  - not-a-film: ci_1
                    note: i
                  - merge: [fi_1, ci_1]
                    note: j
                  - merge: [fi_1, fi_1]
                    note: k
                  - set: ci_1
                    note: l
                """))
        .satisfiesExactly(
            each -> assertThat(each).startsWith("line 3: no field nam of a cinema"),
            each -> assertThat(each).startsWith("line 4: position must be latitude"),
            each -> assertThat(each).startsWith("line 6: \"xx\" is not the id"),
            each -> assertThat(each).startsWith("line 8: one id is needed"),
            each -> assertThat(each).startsWith("line 10: two ids are needed"),
            each -> assertThat(each).startsWith("line 12: each correction has a note"),
            each -> assertThat(each).startsWith("line 13: each correction has a note, and one of"),
            each -> assertThat(each).startsWith("line 18: \"why\" is not known here"),
            each -> assertThat(each).startsWith("line 17: this is corrected on line 15 already"),
            each -> assertThat(each).startsWith("line 20: ci_1 is a cinema"),
            each -> assertThat(each).startsWith("line 22: ci_1 is not the id of a film"),
            each -> assertThat(each).startsWith("line 24: fi_1 is one record"),
            each -> assertThat(each).startsWith("line 26: no field to set stands here"));
  }

  @Test
  void a_control_character_is_refused_however_it_is_written() {
    assertThat(
            faults(
                """
                corrections:
                  - set: fi_1
                    note: a
                    genres: '["Drama\\u0007"]'
                """))
        .satisfiesExactly(
            each -> assertThat(each).startsWith("line 4: genres must be text without control"));
  }

  @Test
  void a_missing_note_does_not_hide_other_faults() {
    assertThat(faults("corrections:\n  - set: ci_1\n    positon: 53, -1"))
        .satisfiesExactly(
            each -> assertThat(each).startsWith("line 2: each correction has a note"),
            each -> assertThat(each).startsWith("line 3: no field positon of a cinema"));
  }

  @Test
  void what_is_no_such_file_is_refused() {
    assertThat(faults("")).containsExactly("line 1: it is empty");
    assertThat(faults("- hide: ci_1")).hasSize(1);
    assertThat(faults("corrections: []\nmore: 1")).hasSize(1);
    assertThat(faults("corrections: {")).hasSize(1);
    assertThat(faults("corrections:\n  - &a\n    hide: ci_1\n    note: x\n  - *a")).hasSize(1);
  }
}
