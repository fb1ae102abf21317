package org.marquee.v1.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Joined;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;

@NullMarked
class ChangeCursorTest {
  private static final Revision REVISION = new Revision(new UUID(1, 2), 7, new UUID(3, 4));

  private static Map<Kind, Mark> marks(SplittableRandom random) {
    Map<Kind, Mark> marks = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      if (random.nextBoolean()) {
        marks.put(kind, new Mark(random.nextLong(1L << 40), random.nextLong(1L << 50)));
      }
    }
    return marks;
  }

  private static @Nullable ChangePosition position(String cursor) {
    return ChangeCursor.read(cursor).orElseThrow().position();
  }

  @Test
  void a_position_is_read_back_as_it_was_written() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < Rounds.of(2_000); round++) {
      ChangePosition position =
          new ChangePosition(
              REVISION,
              random.nextInt(21),
              random.nextLong(1L << 50),
              marks(random),
              marks(random),
              random.nextBoolean()
                  ? null
                  : new Joined(
                      random.nextLong(1L << 40),
                      random.nextInt(21),
                      random.nextLong(1L << 50),
                      random.nextLong(1L << 40),
                      marks(random)));
      String cursor = ChangeCursor.write(position);
      assertThat(cursor).matches("[A-Za-z0-9_-]{1,600}");
      assertThat(position(cursor)).isEqualTo(position);
      assertThat(ChangeCursor.read(cursor.substring(1))).isEmpty();
      assertThat(Cursor.read(cursor)).isEmpty();
    }
  }

  @Test
  void a_cursor_of_another_program_names_a_state_that_no_database_knows() {
    for (byte version : new byte[] {1, 4, 6, -1}) {
      byte[] other = ByteBuffer.allocate(80).put(version).put((byte) 4).put((byte) 9).array();
      ChangePosition position = Objects.requireNonNull(position(CheckedText.write(other)));
      assertThat(position.revision().epoch()).isEqualTo(new UUID(0, 0));
      other[1] = 3;
      assertThat(ChangeCursor.read(CheckedText.write(other))).as("of a list").isEmpty();
    }
  }
}
