package org.marquee.snapshot.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attribute;
import org.marquee.snapshot.record.OffHeapChunk;

class PostingsTest {
  @RepeatedTest(200)
  void rows_of_a_value_and_an_attribute_come_in_order_and_in_full(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int size = random.nextInt(120);
    int bound = 1 + random.nextInt(6);
    Columns columns = new Columns(0);
    for (int row = 0; row < size; row++) {
      int mask = random.nextInt(8) << random.nextInt(10);
      columns.add(1_000 + row, 2 * row, row, random.nextInt(bound), 0, (short) mask);
    }
    columns.trim();
    Postings postings = Postings.of(columns.films, bound, columns, new OffHeapChunk());
    Postings attributes = Postings.ofAttributes(columns, new OffHeapChunk());
    for (int value = 0; value < bound; value++) {
      int from = random.nextInt(size + 1);
      int until = from + random.nextInt(size - from + 1);
      int limit = 1 + random.nextInt(20);
      assertThat(found(postings, value, Postings.ALL, from, until, columns, limit))
          .isEqualTo(expected(columns, value, 0, from, until, limit));
      int attribute = random.nextInt(Attribute.ALL.size());
      assertThat(found(postings, value, attribute, from, until, columns, limit))
          .isEqualTo(expected(columns, value, 1 << attribute, from, until, limit));
      assertThat(found(attributes, 0, attribute, from, until, columns, limit))
          .isEqualTo(expected(columns, RowFilter.ANY, 1 << attribute, from, until, limit));
    }
  }

  private static List<Integer> expected(
      Columns columns, int value, int wanted, int from, int until, int limit) {
    List<Integer> places = new ArrayList<>();
    for (int row = from; row < until && places.size() < limit; row++) {
      if ((value == RowFilter.ANY || columns.films[row] == value)
          && (columns.masks[row] & wanted) == wanted) {
        places.add(2 * row);
      }
    }
    return places;
  }

  private static List<Integer> found(
      Postings postings,
      int value,
      int attribute,
      int from,
      int until,
      Columns columns,
      int limit) {
    RowHits found = new RowHits(limit);
    postings.find(value, attribute, from, until, columns.size(), found);
    List<Integer> places = new ArrayList<>();
    for (int at = 0; at < found.onPage(); at++) {
      places.add(found.place(at));
    }
    return places;
  }

  @Test
  void a_value_that_came_after_the_day_was_made_has_no_rows() {
    Columns columns = new Columns(0);
    columns.add(0, 0, 0, 1, 0, (short) 1);
    columns.trim();
    Postings postings = Postings.of(columns.films, 2, columns, new OffHeapChunk());
    assertThat(found(postings, 7, Postings.ALL, 0, 1, columns, 5)).isEmpty();
  }
}
