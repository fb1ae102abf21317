package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.member.JsonDocument;

/// What is kept of a file has a limit, whatever its shape.
@NullMarked
class RowsTest {
  private final Room room = new Room(10_000);
  private final Rows films = new Rows(room);

  @Test
  void each_column_counts_in_each_row_that_lacks_it() {
    int wide = films.begin(0);
    IntStream.range(0, 100).forEach(column -> films.put(wide, "column " + column, "x"));
    IntStream.range(0, 1_000).forEach(_ -> films.begin(0));
    assertThat(films.kept()).isLessThan(100);
    assertThat(films.all).isEqualTo(1_001);
  }

  @Test
  void a_column_of_outer_rows_counts_in_each_row_that_stands_in_them() {
    Rows shows = Objects.requireNonNull(films.list("shows"));
    int film = films.begin(0);
    IntStream.range(0, 1_000).forEach(_ -> shows.begin(film));
    IntStream.range(0, 100).forEach(column -> films.put(film, "column " + column, "x"));
    assertThat(films.columns()).hasSizeLessThan(10);
  }

  @Test
  void a_column_that_no_row_has_has_no_values() {
    films.put(films.begin(-1), "notes", "");
    assertThat(films.columns()).isEmpty();
  }

  @Test
  void of_a_long_text_the_beginning_counts() {
    for (int film = 0; film < 30; film++) {
      films.put(films.begin(0), "poster", film + "x".repeat(100_000));
    }
    assertThat(films.begin(0)).isNotEqualTo(-1);
    for (int film = 30; film < 60; film++) {
      films.put(films.begin(0), "poster", film + "x".repeat(100_000));
    }
    assertThat(films.begin(0)).isEqualTo(-1);
  }

  @Test
  void the_lists_of_a_file_share_its_room() {
    Tree tree = new Tree(room);
    for (String name : new String[] {"a", "b", "c", "d"}) {
      String list = "{'%s': [%s1]}".formatted(name, "1, ".repeat(5_000)).replace('\'', '"');
      tree.add(Objects.requireNonNull(JsonDocument.ofString(list)).value());
    }
    assertThat(tree.top.lists().mapToInt(Rows::kept).sum()).isLessThan(10_000);
  }
}
