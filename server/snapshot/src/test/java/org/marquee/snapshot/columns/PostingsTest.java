package org.marquee.snapshot.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.marquee.snapshot.record.OffHeapChunk;

@NullMarked
class PostingsTest {
  private static final int DATE = 20_534;

  @RepeatedTest(200)
  void rows_of_a_film_and_attributes_come_in_order_and_in_full(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int size = random.nextInt(120);
    int films = 1 + random.nextInt(6);
    Columns columns = new Columns(0);
    for (int row = 0; row < size; row++) {
      int mask = random.nextInt(8) << random.nextInt(10);
      columns.add(row, 2 * row, row, random.nextInt(films), 0, (short) mask);
    }
    Day day = new Day(DATE, columns, films, new OffHeapChunk());
    for (int film = RowFilter.ANY; film < films; film++) {
      for (int bits : new int[] {0, 1, 3, 5, 7}) {
        RowFilter filter = new RowFilter(RowFilter.ANY, film, bits << random.nextInt(10));
        int from = random.nextInt(size + 1);
        int until = from + random.nextInt(size - from + 1);
        int limit = 1 + random.nextInt(20);
        assertThat(found(day, filter, from, until, limit))
            .isEqualTo(expected(columns, filter, from, until, limit));
      }
    }
    day.chunk().hold();
    day.chunk().letGo();
  }

  private static List<Integer> expected(
      Columns columns, RowFilter filter, int from, int until, int limit) {
    List<Integer> places = new ArrayList<>();
    for (int row = from; row < until && places.size() < limit; row++) {
      if (filter.fits(columns.films[row], columns.masks[row])) {
        places.add(2 * row);
      }
    }
    return places;
  }

  private static List<Integer> found(Day day, RowFilter filter, int from, int until, int limit) {
    RowHits found = new RowHits(limit);
    day.find(filter, from, until, found);
    List<Integer> places = new ArrayList<>();
    for (int at = 0; at < found.onPage(); at++) {
      places.add(found.place(at));
    }
    return places;
  }

  @Test
  void a_film_that_came_after_the_day_was_made_has_no_rows() {
    Columns columns = new Columns(0);
    columns.add(0, 0, 0, 1, 0, (short) 3);
    Day day = new Day(DATE, columns, 2, new OffHeapChunk());
    for (int mask : new int[] {0, 1, 3}) {
      assertThat(found(day, new RowFilter(RowFilter.ANY, 7, mask), 0, 1, 5)).isEmpty();
    }
    day.eachRowOfFilm(7, 0, 1, row -> fail("row " + row));
    day.chunk().hold();
    day.chunk().letGo();
  }
}
