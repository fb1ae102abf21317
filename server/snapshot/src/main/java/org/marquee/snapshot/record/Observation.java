package org.marquee.snapshot.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.JsonRecordEncoder;

/// When many records at once were last confirmed, with the text for it in each kind of record: an
/// import that only confirms changes this, and not one record.
///
/// @param observed in microseconds
/// @param updated in microseconds; [#NEVER] where the source gives none
@SuppressWarnings("ArrayRecordComponent") // found by what it is made of, never compared
public record Observation(long observed, long updated, byte[][] texts) {
  /// Stands for a missing time.
  static final long NEVER = Long.MAX_VALUE;

  private static final Kind[] KINDS = Kind.values();

  /// One with its texts.
  public static Observation of(Instant observedAt, @Nullable Instant sourceUpdatedAt) {
    byte[][] texts = new byte[2 * KINDS.length][];
    for (Kind kind : KINDS) {
      texts[place(kind)] = JsonRecordEncoder.observation(kind, observedAt, null);
      texts[place(kind) + 1] = JsonRecordEncoder.observation(kind, observedAt, sourceUpdatedAt);
    }
    return new Observation(
        Micros.of(observedAt), sourceUpdatedAt == null ? NEVER : Micros.of(sourceUpdatedAt), texts);
  }

  Instant observedAt() {
    return Micros.instant(observed);
  }

  /// When the source was updated; null where it does not say.
  @Nullable Instant sourceUpdatedAt() {
    return updated == NEVER ? null : Micros.instant(updated);
  }

  /// The text for records that have nothing of their own.
  byte[] whole(Kind kind) {
    return texts[place(kind) + 1];
  }

  /// Prints it where it stands in a record that shares it.
  ///
  /// @param note of the record, see [ObservationNote]
  /// @param ownUpdate when the source was updated, where that is the record's own
  void print(Kind kind, int note, long ownUpdate, OutputBuffer out, FreshnessAccumulator oldest) {
    if (ObservationNote.isUpdatedAlone(note)) {
      out.add(texts[place(kind)]);
      oldest.add(observed, ownUpdate);
    } else {
      out.add(whole(kind));
      oldest.add(observed, updated);
    }
  }

  @SuppressWarnings("EnumOrdinal") // a place in an array that lives as long as the program
  private static int place(Kind kind) {
    return 2 * kind.ordinal();
  }
}
