package org.marquee.v1.cursor;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangePosition.Joined;
import org.marquee.listing.ChangePosition.Mark;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;

/// Where a follower of the changes goes on (docs/api.md, "Follow changes"). It names the state of
/// the database with its mark, so that one of another database, or of another past, is recognised
/// (docs/decisions/0084).
///
/// @param position null for the newest state there is
public record ChangeCursor(@Nullable ChangePosition position) {
  /// Begins with what comes next.
  public static final ChangeCursor NOW = new ChangeCursor(null);

  /// What stands for a cursor of another program: a position that no database knows, so that the
  /// follower begins again.
  private static final ChangeCursor OF_ANOTHER_PROGRAM =
      new ChangeCursor(ChangePosition.endOf(new Revision(new UUID(0, 0), 0, new UUID(0, 0))));

  private static final byte VERSION = 5;

  /// Those of [Cursor] are lower: neither reads the other.
  private static final byte KIND = 4;

  /// In the order of their bits.
  private static final List<Kind> KINDS =
      List.of(Kind.SHOWTIME, Kind.FILM, Kind.CINEMA, Kind.CHAIN, Kind.SCREEN);

  private static final int MOST_BYTES =
      52 + 3 * (1 + KINDS.size() * 2 * Long.BYTES) + 3 * Long.BYTES + Short.BYTES;

  /// Writes a cursor.
  ///
  /// @param position not null
  public static String write(ChangePosition position) {
    Revision revision = position.revision();
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    put(bytes.put(VERSION).put(KIND), revision.epoch());
    put(bytes.putLong(revision.number()), revision.mark());
    bytes.putShort((short) position.place()).putLong(position.written());
    put(bytes, position.ahead());
    put(bytes, position.held());
    Joined joined = position.joined();
    if (joined != null) {
      bytes.putLong(joined.from()).putShort((short) joined.place());
      bytes.putLong(joined.written()).putLong(joined.until());
      put(bytes, joined.ahead());
    }
    byte[] written = new byte[bytes.position()];
    bytes.get(0, written);
    return CheckedText.write(written);
  }

  private static void put(ByteBuffer bytes, UUID id) {
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  /// A bit for each kind that has a mark, then the marks.
  private static void put(ByteBuffer bytes, Map<Kind, Mark> marks) {
    int bits = bytes.position();
    int present = 0;
    bytes.put((byte) 0);
    for (int bit = 0; bit < KINDS.size(); bit++) {
      Mark mark = marks.get(KINDS.get(bit));
      if (mark != null) {
        present |= 1 << bit;
        bytes.putLong(mark.revision()).putLong(mark.written());
      }
    }
    bytes.put(bits, (byte) present);
  }

  /// Reads `now`, or what [#write] has written; empty for anything else.
  public static Optional<ChangeCursor> read(String text) {
    return text.equals("now")
        ? Optional.of(NOW)
        : CheckedText.read(text).flatMap(ChangeCursor::read);
  }

  private static Optional<ChangeCursor> read(ByteBuffer bytes) {
    try {
      byte version = bytes.get();
      if (bytes.get() != KIND) {
        return Optional.empty();
      }
      if (version != VERSION) {
        return Optional.of(OF_ANOTHER_PROGRAM);
      }
      Revision revision = new Revision(id(bytes), bytes.getLong(), id(bytes));
      int place = bytes.getShort();
      ChangePosition position =
          new ChangePosition(
              revision,
              place,
              bytes.getLong(),
              marks(bytes),
              marks(bytes),
              bytes.hasRemaining() ? joined(bytes) : null);
      return revision.number() < 0 || place < 0 || bytes.hasRemaining()
          ? Optional.empty()
          : Optional.of(new ChangeCursor(position));
    } catch (BufferUnderflowException _) {
      return Optional.empty();
    }
  }

  private static UUID id(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static Map<Kind, Mark> marks(ByteBuffer bytes) {
    int present = bytes.get();
    Map<Kind, Mark> marks = new EnumMap<>(Kind.class);
    for (int bit = 0; bit < KINDS.size(); bit++) {
      if ((present & (1 << bit)) != 0) {
        marks.put(KINDS.get(bit), new Mark(bytes.getLong(), bytes.getLong()));
      }
    }
    return marks;
  }

  private static Joined joined(ByteBuffer bytes) {
    return new Joined(
        bytes.getLong(), bytes.getShort(), bytes.getLong(), bytes.getLong(), marks(bytes));
  }
}
