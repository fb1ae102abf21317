package org.marquee.feed.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.feed.mapped.MappedReader;

/// Words in brackets that were taken off a title, with the film that has them.
@NullMarked
class TakenBracketsTest {
  @TempDir private Path folder;

  private static final List<String> ROWS =
      List.of("1,Nosferatu\n", "2,Nosferatu (Herzog)\n", "3,Nosferatu (Herzog)\n");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "externalId: Id, title: Film; 1=null, 2=Herzog, 3=Herzog",
        "title: Film; nosferatu=null",
      })
  void a_film_that_is_listed_without_brackets_has_none_of_another(String fields, String brackets)
      throws IOException {
    for (int first = 0; first < ROWS.size(); first++) {
      List<String> rows = new ArrayList<>(ROWS);
      Collections.rotate(rows, first);
      assertThat(brackets("Id,Film\n" + String.join("", rows), fields))
          .as("the rows in the order %s", rows)
          .hasToString("{" + brackets + "}");
    }
  }

  /// A hostile feed has as many as it likes, and each film would be compared with all.
  @Test
  void words_in_very_many_spellings_are_labels() throws IOException {
    StringBuilder feed = new StringBuilder("Id,Film\n");
    for (int each = 0; each < 4_096; each++) {
      StringBuilder name = new StringBuilder("herzogwerner");
      for (int letter = 0; letter < name.length(); letter++) {
        if ((each >> letter & 1) == 1) {
          name.setCharAt(letter, Character.toUpperCase(name.charAt(letter)));
        }
      }
      feed.append(each).append(",Nosferatu (").append(name).append(")\n");
    }
    assertThat(brackets(feed.toString(), "externalId: Id, title: Film").values())
        .hasSize(4_096)
        .containsOnly("null");
  }

  /// What stood in brackets behind the title of each film of a feed.
  private Map<String, String> brackets(String feed, String fields) throws IOException {
    String rule = "format: csv\nrecords: [{kind: film, fields: {%s}}]\n".formatted(fields);
    Path mapping = Files.writeString(folder.resolve("ours.yaml"), rule);
    Findings findings = Findings.of(MappedReader.of(mapping), Findings.REX, feed.getBytes(UTF_8));
    Map<String, String> found = new TreeMap<>();
    for (FeedRecord record : findings.records) {
      if (record instanceof FeedRecord.Film film) {
        assertThat(film.title()).isEqualTo("Nosferatu");
        found.put(film.externalId(), String.valueOf(film.bracket()));
      }
    }
    return found;
  }
}
