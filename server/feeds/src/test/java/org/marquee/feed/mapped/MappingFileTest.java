package org.marquee.feed.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;

@NullMarked
class MappingFileTest {
  private @TempDir Path folder = Path.of("");

  private static final String SOUND =
      """
      format: json
      zone: Europe/London
      tables:
        words: {a: b}
        found: {each: "x[]", key: k, value: v}
      records:
        - kind: showtime
          each: films[film].shows[]
          fields:
            film: "@film.id"
            startsAt: {path: at, pattern: yyyy-MM-dd HH:mm}
          labels: {path: "tags[]", table: words}
          leaveOut:
            - {path: off, reason: cancelled}
      """;

  private MappedReader read(String text) throws IOException {
    return MappedReader.of(Files.writeString(folder.resolve("own.yaml"), text));
  }

  @Test
  void a_sound_mapping_is_called_as_its_file() throws IOException {
    assertThat(read(SOUND).format()).isEqualTo("own");
    assertThat(read(SOUND).documents()).isEqualTo("json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "zone: Europe/London | zone: Mars/Olympus | line 2, column 7: \"Mars/Olympus\" is not a name",
        "format: json | format: toml | line 1, column 9: \"toml\" is not one of csv, json, ndjson, xml",
        "format: json | format: yaml | line 1, column 9: YAML is not read as a feed; convert it to JSON",
        "zone: | colour: | line 2, column 1: \"colour\" is not known here; known are about, format",
        "zone: Europe/London | speaksFor: nobody | line 2, column 12: \"nobody\" is not one of everything, its cinemas, what is listed",
        "kind: showtime | kind: play | line 7, column 11: \"play\" is not one of showtime, film",
        "film: \"@film.id\" | film: \"@flim.id\" | line 10, column 13: the path of the rows has no name flim",
        "path: at, | path: at.., | line 11, column 24: the path at.. needs a name at character 4",
        "HH:mm | KK:mm | line 11, column 37: the pattern yyyy-MM-dd KK:mm has a letter that means nothing here: K",
        "HH:mm | '' | line 11, column",
        "table: words | table: wrods | line 12, column 37: there is no table wrods",
        "reason: cancelled | because: cancelled | line 14, column 9: \"reason\" is missing here",
        "path: off | path: off, join: [off] | line 14, column 9: one of path, constant, join and first is needed here",
        "each: films[film].shows[] | each: films[file].shows[] | line 8, column 11: the name file is taken",
        "startsAt: | begins: | line 11, column 7: \"begins\" is not known here",
        "film: \"@film.id\" | screenId: x | line 10, column 7: \"film\" is missing here",
        "labels: | colours: | line 12, column 5: \"colours\" is not known here",
        "labels: | labels: &x | line 12, column",
        "{a: b} | {a: b, a: c} | line 4, column 17: \"a\" stands here twice",
        "{a: b} | {a: b | this is not YAML",
        "path: off | path: off, match: '(' | line 14, column 28: this is not a regular expression",
        "zone: Europe/London | csv: {separator: ;} | line 2, column 6: only the format csv takes this"
      })
  void a_fault_is_reported_with_its_place(String sound, String faulty, String why) {
    assertThat(SOUND).contains(sound);
    assertThatThrownBy(() -> read(SOUND.replace(sound, faulty)))
        .isInstanceOfSatisfying(
            UnreadableFeed.class,
            e -> {
              assertThat(e.notice().code()).isEqualTo(Code.MAPPING_FAULTY);
              assertThat(e.notice().detail()).startsWith("own.yaml, ").contains(why);
            });
  }

  @Test
  void a_csv_has_columns_and_no_paths() {
    assertThatThrownBy(() -> read(SOUND.replace("format: json", "format: csv")))
        .hasMessageContaining("\"each\" is for the formats json, ndjson and xml");
    assertThatThrownBy(() ->
            read(
                """
                format: csv
                records:
                  - kind: chain
                    fields: {externalId: id, name: "$.name"}
                """))
        .hasMessageContaining("line 4, column 36: the name of a column is needed here");
  }

  @Test
  void something_must_not_be_once() {
    assertThatThrownBy(() ->
            read(
                """
                format: csv
                records:
                  - {kind: chain, once: true, fields: {externalId: id, name: name}}
                """))
        .hasMessageContaining("there must be a record that is not \"once\"");
  }

  @Test
  void whatever_is_wrong_is_a_fault_and_nothing_else() throws IOException {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(SOUND);
      for (int change = random.nextInt(3); change >= 0 && !text.isEmpty(); change--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, ":[]{}&*\"'-#é\t|>".charAt(random.nextInt(15)));
          default -> text.setLength(at + 1);
        }
      }
      try {
        read(text.toString());
      } catch (UnreadableFeed e) {
        assertThat(e.notice().code()).isEqualTo(Code.MAPPING_FAULTY);
      }
    }
  }
}
