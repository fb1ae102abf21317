package org.marquee.snapshot.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.marquee.snapshot.record.OffHeapChunk;

class MaskRunsTest {
  @RepeatedTest(200)
  void rows_of_a_value_and_attributes_come_in_order_and_in_full(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int size = random.nextInt(120);
    int bound = 1 + random.nextInt(6);
    int[] values = new int[size];
    short[] masks = new short[size];
    for (int row = 0; row < size; row++) {
      values[row] = random.nextInt(bound);
      masks[row] = (short) (random.nextInt(8) << random.nextInt(10));
    }
    MaskRuns runs = MaskRuns.of(values, bound, masks, MaskRuns.byMask(masks), new OffHeapChunk());
    for (int value = 0; value < bound; value++) {
      int wanted = random.nextInt(3) == 0 ? 0 : 3 << random.nextInt(10);
      int from = random.nextInt(size + 1);
      int until = from + random.nextInt(size - from + 1);
      List<Integer> expected = new ArrayList<>();
      for (int row = from; row < until; row++) {
        if (values[row] == value && (masks[row] & wanted) == wanted) {
          expected.add(row);
        }
      }
      assertThat(found(runs, value, wanted, from, until)).isEqualTo(expected);
    }
  }

  private static List<Integer> found(MaskRuns runs, int value, int wanted, int from, int until) {
    Merge merge = new Merge();
    runs.find(value, wanted, from, until, merge);
    List<Integer> rows = new ArrayList<>();
    for (int row = merge.next(); row >= 0 && row < until; row = merge.next()) {
      rows.add(row);
    }
    return rows;
  }

  @Test
  void a_value_that_came_after_the_day_was_made_has_no_rows() {
    MaskRuns runs =
        MaskRuns.of(
            new int[] {0, 1}, 2, new short[2], MaskRuns.byMask(new short[2]), new OffHeapChunk());
    assertThat(found(runs, 7, 0, 0, 2)).isEmpty();
  }
}
