package org.marquee.snapshot;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.page.RecordEncoder;

/// The encoder of the interface, to be overridden.
@NullMarked
class DelegatingEncoder implements RecordEncoder {
  private final JsonRecordEncoder encoder = new JsonRecordEncoder();

  @Override
  public MarkedShowtime mark(Showtime showtime) {
    return encoder.mark(showtime);
  }

  @Override
  public Written write(Film film) {
    return encoder.write(film);
  }

  @Override
  public Written write(Cinema cinema) {
    return encoder.write(cinema);
  }

  @Override
  public Written write(Chain chain) {
    return encoder.write(chain);
  }

  @Override
  public Written write(Screen screen) {
    return encoder.write(screen);
  }

  @Override
  public byte[] observation(Kind kind, Instant observedAt, @Nullable Instant sourceUpdatedAt) {
    return encoder.observation(kind, observedAt, sourceUpdatedAt);
  }
}
