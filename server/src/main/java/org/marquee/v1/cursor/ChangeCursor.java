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

  /// Positions within a commit of which nothing was read ahead and nothing is held back. Programs
  /// before version 3 read these.
  private static final byte PLAIN = 2;

  /// All other positions.
  private static final byte WITH_MARKS = 3;

  /// Those of [Cursor] are lower: neither reads the other.
  private static final byte KIND = 4;

  /// In the order of their bits.
  private static final List<Kind> KINDS =
      List.of(Kind.SHOWTIME, Kind.FILM, Kind.CINEMA, Kind.CHAIN, Kind.SCREEN);

  private static final int PLAIN_BYTES = 69;

  private static final int MOST_BYTES = 52 + 2 * (1 + KINDS.size() * 2 * Long.BYTES);

  /// In cursors of version 2: added to the places of removals that were held back.
  private static final int HELD = 1_000;

  /// Writes a cursor.
  ///
  /// @param position not null
  public static String write(ChangePosition position) {
    boolean plain = position.ahead().isEmpty() && position.held().isEmpty();
    Revision revision = position.revision();
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    put(bytes.put(plain ? PLAIN : WITH_MARKS).put(KIND), revision.epoch());
    put(bytes.putLong(revision.number()), revision.mark());
    bytes.putShort((short) position.place()).putLong(position.written());
    if (plain) {
      bytes.position(PLAIN_BYTES);
    } else {
      put(bytes, position.ahead());
      put(bytes, position.held());
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
      if (bytes.get() != KIND || (version != PLAIN && version != WITH_MARKS)) {
        return Optional.empty();
      }
      Revision revision = new Revision(id(bytes), bytes.getLong(), id(bytes));
      int place = bytes.getShort();
      long written = bytes.getLong();
      ChangePosition position =
          version == PLAIN
              ? earlier(revision, place, written, bytes)
              : new ChangePosition(revision, place, written, marks(bytes), marks(bytes));
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

  /// A position of version 2. Programs before version 3 held removals back by one number, so some
  /// of those may be told again, once; as may records that were told ahead of others.
  private static ChangePosition earlier(
      Revision revision, int place, long written, ByteBuffer bytes) {
    long heldSince = bytes.getLong();
    bytes.get(); // How many records were told ahead of the next change,
    bytes.getLong(); // and in which state.
    boolean amongHeld = place >= HELD && place != ChangePosition.END;
    ChangePosition position =
        new ChangePosition(
            revision,
            amongHeld ? ChangePosition.END : place,
            amongHeld ? 0 : written,
            Map.of(),
            Map.of());
    if (heldSince > 0) {
      for (Kind kind : Kind.values()) {
        position = position.withHeld(kind, Mark.before(heldSince));
      }
    }
    return position;
  }
}
