package org.marquee.page;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;

/// How records are written in answers. The interface decides that; a class that keeps written
/// records only needs to know where in them the observation stands, which moves with every import.
public interface RecordEncoder {
  /// A showtime, as it is sent, and where its values stand.
  MarkedShowtime mark(Showtime showtime);

  /// A showtime, as it is sent.
  default Written write(Showtime showtime) {
    return mark(showtime).written();
  }

  /// A film, as it is sent.
  Written write(Film film);

  /// A cinema, as it is sent.
  Written write(Cinema cinema);

  /// A chain, as it is sent.
  Written write(Chain chain);

  /// A screen, as it is sent.
  Written write(Screen screen);

  /// A record of any kind, as it is sent.
  default Written write(ListedRecord record) {
    return switch (record) {
      case Showtime showtime -> write(showtime);
      case Film film -> write(film);
      case Cinema cinema -> write(cinema);
      case Chain chain -> write(chain);
      case Screen screen -> write(screen);
    };
  }

  /// What stands from [Written#from] to [Written#until] in a record of `kind` that was observed
  /// then.
  byte[] observation(Kind kind, Instant observedAt, @Nullable Instant sourceUpdatedAt);

  /// A record as it is sent.
  ///
  /// @param text of the whole record, one JSON object
  /// @param from where the observation begins
  /// @param updated where the part with the time of the source's update begins; `until` where there
  ///   is none
  /// @param until where the observation ends
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Written(byte[] text, int from, int updated, int until) {}

  /// Where in a written showtime its values begin; [#NOWHERE] for what it does not have.
  ///
  /// @param start of the local start
  /// @param afterAddress where its booking address ends, if it has one
  record MarkedShowtime(
      Written written,
      int id,
      int film,
      int cinema,
      int start,
      int address,
      int afterAddress,
      int screen,
      int externalId) {
    /// The place of a value that is not there.
    public static final int NOWHERE = -1;
  }
}
