package org.marquee.snapshot.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.OffHeapChunk;

@NullMarked
class DayTest {
  private static final int DATE = 20_534;
  private static final long MIDNIGHT = DATE * Micros.A_DAY;
  private static final long MINUTE = Micros.A_DAY / 1440;

  /// Times on five minutes, as nearly all are, and any others, some of them several times.
  private static long time(Random random) {
    long minutes = random.nextLong(288) * 5 * MINUTE;
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong(Micros.A_DAY);
      case 1 -> minutes + random.nextLong(3);
      default -> minutes;
    };
  }

  @RepeatedTest(50)
  void the_row_of_a_time_is_how_many_start_before_it(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    long[] starts =
        random
            .longs(random.nextInt(200), 0, 1)
            .map(_ -> MIDNIGHT + time(random))
            .sorted()
            .toArray();
    Columns rows = new Columns(starts.length);
    for (long start : starts) {
      rows.add(start, 0, 0, 0, 0, (short) 0);
    }
    Day day = new Day(DATE, rows, 1, new OffHeapChunk());
    for (int asked = 0; asked < 500; asked++) {
      long time =
          starts.length > 0 && random.nextBoolean()
              ? starts[random.nextInt(starts.length)] + random.nextInt(-1, 2)
              : MIDNIGHT + time(random) + random.nextInt(-1, 2) * Micros.A_DAY;
      assertThat(day.rowAt(time))
          .isEqualTo((int) Arrays.stream(starts).filter(start -> start < time).count());
    }
    day.chunk().hold();
    day.chunk().letGo();
  }
}
