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

  /// What a program reads that wrote a higher version: a position that no database knows, so that
  /// the follower begins again.
  private static final ChangeCursor OF_A_LATER_PROGRAM =
      new ChangeCursor(ChangePosition.endOf(new Revision(new UUID(0, 0), 0, new UUID(0, 0))));

  /// Positions within a commit of which nothing was read ahead and nothing is held back. Programs
  /// before version 3 read these.
  private static final byte PLAIN = 2;

  /// Positions of which something was read ahead or is held back. Programs before version 4 read
  /// these.
  private static final byte WITH_MARKS = 3;

  /// Positions within commits that are sent as one.
  private static final byte JOINED = 4;

  /// Those of [Cursor] are lower: neither reads the other.
  private static final byte KIND = 4;

  /// In the order of their bits.
  private static final List<Kind> KINDS =
      List.of(Kind.SHOWTIME, Kind.FILM, Kind.CINEMA, Kind.CHAIN, Kind.SCREEN);

  private static final int PLAIN_BYTES = 69;

  private static final int MOST_BYTES =
      52 + 3 * (1 + KINDS.size() * 2 * Long.BYTES) + 3 * Long.BYTES + Short.BYTES;

  /// In cursors of version 2: added to the places of removals that were held back.
  private static final int HELD = 1_000;

  /// Writes a cursor.
  ///
  /// @param position not null
  public static String write(ChangePosition position) {
    byte version = version(position);
    Revision revision = position.revision();
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    put(bytes.put(version).put(KIND), revision.epoch());
    put(bytes.putLong(revision.number()), revision.mark());
    bytes.putShort((short) position.place()).putLong(position.written());
    if (version == PLAIN) {
      bytes.position(PLAIN_BYTES);
    } else {
      put(bytes, position.ahead());
      put(bytes, position.held());
    }
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

  /// The lowest that can express it: during an upgrade of several nodes older programs read most
  /// cursors (docs/decisions/0130).
  private static byte version(ChangePosition position) {
    if (position.joined() != null) {
      return JOINED;
    }
    return position.ahead().isEmpty() && position.held().isEmpty() ? PLAIN : WITH_MARKS;
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
      if (bytes.get() != KIND || version < PLAIN) {
        return Optional.empty();
      }
      if (version > JOINED) {
        return Optional.of(OF_A_LATER_PROGRAM);
      }
      Revision revision = new Revision(id(bytes), bytes.getLong(), id(bytes));
      int place = bytes.getShort();
      long written = bytes.getLong();
      ChangePosition position =
          version == PLAIN
              ? earlier(revision, place, written, bytes)
              : new ChangePosition(
                  revision,
                  place,
                  written,
                  marks(bytes),
                  marks(bytes),
                  version == JOINED ? joined(bytes) : null);
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

  /// A position of version 2. Programs before version 3 held removals back by one number, so some
  /// of those may be sent again, once; so may records that were sent ahead of others.
  private static ChangePosition earlier(
      Revision revision, int place, long written, ByteBuffer bytes) {
    long heldSince = bytes.getLong();
    bytes.get(); // How many records were told ahead of the next change,
    bytes.getLong(); // and in which state.
    boolean amongHeld = place >= HELD && place != ChangePosition.END;
    ChangePosition position =
        ChangePosition.at(
            revision, amongHeld ? ChangePosition.END : place, amongHeld ? 0 : written);
    if (heldSince > 0) {
      for (Kind kind : Kind.values()) {
        position = position.withHeld(kind, Mark.before(heldSince));
      }
    }
    return position;
  }
}
