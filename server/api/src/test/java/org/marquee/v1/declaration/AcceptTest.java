package org.marquee.v1.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.v1.declaration.MediaType.EVENT_STREAM;
import static org.marquee.v1.declaration.MediaType.JSON;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which form of an answer a client gets.
@NullMarked
class AcceptTest {
  private static MediaType chosen(String... fields) {
    return Accept.choose(List.of(fields), List.of(JSON, EVENT_STREAM));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*                                            | JSON",
        "text/event-stream                              | EVENT_STREAM",
        "Text/Event-Stream ; Q=0.3                      | EVENT_STREAM",
        "text/*                                         | EVENT_STREAM",
        "text/*, application/json                       | JSON",
        "text/event-stream, application/json            | JSON",
        "application/json;q=0.9, text/event-stream      | EVENT_STREAM",
        "text/event-stream, */*;q=0.1                   | EVENT_STREAM",
        "application/*;q=0.5, text/event-stream;q=0.499 | JSON",
        "text/event-stream;q=0, */*                     | JSON",
        "text/event-stream;q=0, text/*                  | JSON",
        "application/json;q=0, */*                      | EVENT_STREAM",
        "application/json;charset=utf-8;q=0.2, text/*;q=0.1 | JSON",
        "text/event-stream;q=1.5                        | JSON",
        "text/event-stream;q=                           | JSON",
        "text/html                                      | JSON",
        "application/json;q=0                           | JSON",
        "''                                             | JSON",
        "', ;q=1,/,*'                                   | JSON",
      })
  void the_type_that_is_liked_best_is_chosen_and_json_where_none_fits(
      String accept, MediaType type) {
    assertThat(chosen(accept)).isEqualTo(type);
  }

  @Test
  void several_fields_are_one_list() {
    assertThat(chosen("application/json;q=0.1", "text/event-stream;q=0.2")).isEqualTo(EVENT_STREAM);
  }

  @Test
  void an_answer_varies_by_accept_where_there_is_a_choice() {
    assertThat(MediaType.vary(List.of(JSON)).value()).isEqualTo("Authorization, Accept-Encoding");
    assertThat(MediaType.vary(List.of(JSON, EVENT_STREAM)).value())
        .isEqualTo("Authorization, Accept, Accept-Encoding");
  }
}
