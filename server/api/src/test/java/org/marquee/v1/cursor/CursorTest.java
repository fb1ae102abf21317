package org.marquee.v1.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.listing.Position;

@NullMarked
class CursorTest {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ %";

  private static Cursor random(SplittableRandom random) {
    String id = "st_" + Long.toString(random.nextLong(1L << 60), 32);
    Position position =
        switch (random.nextInt(3)) {
          case 0 ->
              new Position.ByStart(
                  Instant.ofEpochSecond(
                      random.nextLong(-62_167_000_000L, 253_402_000_000L),
                      random.nextInt(1_000_000) * 1000L),
                  id);
          case 1 -> new Position.ByName("語é𠀀a 1".repeat(random.nextInt(12)), id);
          default -> new Position.ByDistance(random.nextDouble(100), id);
        };
    return new Cursor(random.nextLong(), position);
  }

  @Test
  void a_cursor_is_read_back_as_it_was_written() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < Rounds.of(3_000); round++) {
      Cursor cursor = random(random);
      assertThat(Cursor.read(cursor.write())).contains(cursor);
      assertThat(cursor.write()).matches("[A-Za-z0-9_-]{1,600}");
    }
  }

  @Test
  void the_longest_key_there_is_fits() {
    String key = "語".repeat(133);
    assertThat(new Cursor(1, new Position.ByName(key, "sc_" + "z".repeat(20))).write())
        .hasSizeLessThanOrEqualTo(600);
  }

  @Test
  void what_was_cut_or_mistyped_is_none_of_ours() {
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < Rounds.of(8_000); round++) {
      String cursor = random(random).write();
      StringBuilder text = new StringBuilder(cursor);
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.setCharAt(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
        case 1 -> text.deleteCharAt(at);
        default -> text.insert(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      if (!text.toString().equals(cursor)) {
        assertThat(Cursor.read(text.toString())).as(text.toString()).isEmpty();
      }
    }
  }

  @Test
  void nonsense_is_none_of_ours() {
    for (String text : new String[] {"", "A", "AA", "null", "=", "AAAA", "a".repeat(601), "ü"}) {
      assertThat(Cursor.read(text)).as(text).isEmpty();
    }
  }
}
