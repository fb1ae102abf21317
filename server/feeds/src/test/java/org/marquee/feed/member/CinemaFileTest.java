package org.marquee.feed.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;

@NullMarked
class CinemaFileTest {
  private @TempDir Path folder = Path.of("");

  private CinemaFile read(String text) throws IOException {
    return CinemaFile.read(Files.writeString(folder.resolve("cinema.json"), text));
  }

  @Test
  void a_cinema_may_be_printed_over_many_lines() throws IOException {
    CinemaFile file =
        read(
            """
            {
              "type": "cinema",
              "externalId": "536",
              "name": "ODEON Kingston",
              "timeZone": "Europe/London",
              "location": {
                "countryCode": "GB", "locality": "London", "postcode": "KT1 1QP",
                "latitude": 51.4, "longitude": -0.3
              }
            }
            """);
    assertThat(file.cinema())
        .isEqualTo(
            new FeedRecord.Cinema(
                "536",
                "ODEON Kingston",
                null,
                "Europe/London",
                "GB",
                "London",
                "KT1 1QP",
                null,
                51.4,
                -0.3,
                null));
    assertThat(file.notices()).isEmpty();
  }

  @Test
  void dropped_and_unknown_members_are_reported() throws IOException {
    CinemaFile file =
        read("{\"externalId\":\"1\",\"name\":\"Rex\",\"timeZone\":\"x\",\"seats\":9}");
    assertThat(file.notices())
        .extracting(notice -> notice.code())
        .containsExactly(Code.OPTIONAL_MEMBER_DROPPED, Code.MEMBER_UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|it is not a JSON object",
        "``|it is not a JSON object",
        "{|column 2: it ends in the middle",
        "{} {}|it continues after the object",
        "{\"name\":\"a\",\"name\":\"b\"}|\"name\" occurs twice",
        "{\"externalId\":\"1\"}|\"name\" is missing",
        "{\"externalId\":\"1\",\"name\":7}|\"name\" must be a string of 1 to 240 characters",
        "{\"type\":\"film\",\"externalId\":\"1\",\"name\":\"Rex\"}|its type is film, not cinema"
      })
  void a_fault_is_reported(String text, String why) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UnreadableFeed.class)
        .hasMessageContaining("the cinema file cinema.json: ")
        .hasMessageContaining(why);
  }
}
