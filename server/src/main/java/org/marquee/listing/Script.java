package org.marquee.listing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How records are written in answers. The interface decides that; whoever keeps written records
/// only needs to know where in them the observation stands, which moves with every import.
public interface Script {
  Written write(Showtime showtime);

  Written write(Film film);

  Written write(Cinema cinema);

  Written write(Chain chain);

  Written write(Screen screen);

  /// What stands from [Written#from] to [Written#until] in a record of `kind` that a provider's
  /// feed confirmed then.
  ///
  /// @return a text of which only that part is of use
  Written observation(
      Kind kind, String provider, Instant observedAt, @Nullable Instant sourceUpdatedAt);

  /// A record as it is sent.
  ///
  /// @param text of the whole record, one JSON object
  /// @param from where the observation begins, with all before it that the records of a kind have
  ///   in common
  /// @param updated where that part of it begins that says when the source was updated
  /// @param until where the observation ends, with all after it that the records of a provider have
  ///   in common
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Written(byte[] text, int from, int updated, int until) {}
}
