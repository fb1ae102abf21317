package org.marquee.v1.cursor;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Revision;

/// Where a follower of the changes goes on (docs/api.md, "Follow changes"). It names the state of
/// the database with its mark, so that one of another database, or of another past, is recognised
/// (docs/decisions/0084).
///
/// @param position null for the newest state there is
public record ChangeCursor(@Nullable ChangePosition position) {
  /// Begins with what comes next.
  public static final ChangeCursor NOW = new ChangeCursor(null);

  private static final byte VERSION = 2;

  /// Those of [Cursor] are lower: neither reads the other.
  private static final byte KIND = 4;

  private static final int BYTES = 69;

  /// Writes a cursor.
  ///
  /// @param position not null
  public static String write(ChangePosition position) {
    Revision revision = position.revision();
    byte[] bytes = new byte[BYTES];
    put(ByteBuffer.wrap(bytes).put(VERSION).put(KIND), revision.epoch())
        .putLong(revision.number())
        .putLong(revision.mark().getMostSignificantBits())
        .putLong(revision.mark().getLeastSignificantBits())
        .putShort((short) position.place())
        .putLong(position.written())
        .putLong(position.heldSince())
        .put((byte) position.ahead())
        .putLong(position.readAs());
    return CheckedText.write(bytes);
  }

  private static ByteBuffer put(ByteBuffer bytes, UUID id) {
    return bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  /// Reads `now`, or what [#write] has written; empty for anything else.
  public static Optional<ChangeCursor> read(String text) {
    return text.equals("now")
        ? Optional.of(NOW)
        : CheckedText.read(text).flatMap(ChangeCursor::read);
  }

  private static Optional<ChangeCursor> read(ByteBuffer bytes) {
    try {
      if (bytes.remaining() != BYTES || bytes.get() != VERSION || bytes.get() != KIND) {
        return Optional.empty();
      }
      Revision revision = new Revision(id(bytes), bytes.getLong(), id(bytes));
      ChangePosition position =
          new ChangePosition(
              revision,
              bytes.getShort(),
              bytes.getLong(),
              bytes.getLong(),
              bytes.get(),
              bytes.getLong());
      return revision.number() < 0 || position.place() < 0 || position.ahead() < 0
          ? Optional.empty()
          : Optional.of(new ChangeCursor(position));
    } catch (BufferUnderflowException _) {
      return Optional.empty();
    }
  }

  private static UUID id(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
