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
  void a_cursor_of_a_later_program_names_a_state_that_no_database_knows() {
    byte[] later = ByteBuffer.allocate(80).put((byte) 5).put((byte) 4).put((byte) 9).array();
    ChangePosition position = Objects.requireNonNull(position(CheckedText.write(later)));
    assertThat(position.revision().epoch()).isEqualTo(new UUID(0, 0));
    later[1] = 3;
    assertThat(ChangeCursor.read(CheckedText.write(later))).as("of a list").isEmpty();
  }

  /// As programs before version 3 wrote them.
  private static String earlier(int place, long written, long heldSince) {
    ByteBuffer bytes = ByteBuffer.allocate(69).put((byte) 2).put((byte) 4).putLong(1).putLong(2);
    bytes.putLong(7).putLong(3).putLong(4).putShort((short) place).putLong(written);
    return CheckedText.write(bytes.putLong(heldSince).put((byte) 1).putLong(-6).array());
  }

  @Test
  void cursors_of_earlier_programs_go_on() {
    assertThat(position(earlier(9, 12, 0))).isEqualTo(ChangePosition.at(REVISION, 9, 12));
    assertThat(ChangeCursor.write(ChangePosition.endOf(REVISION)))
        .as("both programs of an upgrade read it")
        .hasSameSizeAs(earlier(ChangePosition.END, 0, 0));
    ChangePosition holding = Objects.requireNonNull(position(earlier(9, 12, 5)));
    assertThat(holding.held()).hasSize(5).containsEntry(Kind.FILM, Mark.before(5));
    ChangePosition amongHeld = Objects.requireNonNull(position(earlier(1_012, 12, 5)));
    assertThat(amongHeld.place()).isEqualTo(ChangePosition.END);
    assertThat(amongHeld.isEnd()).isFalse();
  }
}
