package org.marquee.snapshot;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Script;
import org.marquee.listing.Script.Written;

/// When a provider last confirmed many records at once, with the text for it in each kind of
/// record: an import that only confirms changes this, and not one record. What these records have
/// in common beside it is part of the text, so that none of them has to keep it.
///
/// @param observed in microseconds
/// @param updated in microseconds; [#NEVER] where the source says nothing
@SuppressWarnings("ArrayRecordComponent") // found by what it is made of, never compared
record Observation(long observed, long updated, byte[][] texts) {
  /// Stands for a time that is not said.
  static final long NEVER = Long.MAX_VALUE;

  private static final Kind[] KINDS = Kind.values();

  static Observation of(
      String provider, Instant observedAt, @Nullable Instant sourceUpdatedAt, Script script) {
    byte[][] texts = new byte[2 * KINDS.length][];
    for (Kind kind : KINDS) {
      Written written = script.observation(kind, provider, observedAt, sourceUpdatedAt);
      texts[place(kind)] = Arrays.copyOfRange(written.text(), written.from(), written.updated());
      texts[place(kind) + 1] = Arrays.copyOfRange(written.text(), written.from(), written.until());
    }
    return new Observation(
        Micros.of(observedAt), sourceUpdatedAt == null ? NEVER : Micros.of(sourceUpdatedAt), texts);
  }

  /// The text for records whose own is only when the source was updated.
  byte[] withoutUpdate(Kind kind) {
    return texts[place(kind)];
  }

  /// The text for records that have nothing of their own.
  byte[] whole(Kind kind) {
    return texts[place(kind) + 1];
  }

  @SuppressWarnings("EnumOrdinal") // a place in an array that lives as long as the program
  private static int place(Kind kind) {
    return 2 * kind.ordinal();
  }
}
