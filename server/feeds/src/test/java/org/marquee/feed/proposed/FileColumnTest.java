package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class FileColumnTest {
  private static final FileColumn NAME =
      FileColumn.of("name", "name", List.of("Rex", "Odeon", "Roxy"));

  @Test
  void an_id_with_two_names_has_several() {
    assertThat(FileColumn.of("id", "id", List.of("1", "1", "2")).severalOf(NAME))
        .contains("1 has name Rex; Odeon");
  }

  @Test
  void rows_without_an_id_are_not_of_one_thing() {
    assertThat(FileColumn.of("id", "id", List.of("", "", "2")).severalOf(NAME)).isEmpty();
  }
}
