package org.marquee.snapshot;

/// What a showtime must have, in numbers of the snapshot.
///
/// @param cinema by [Ordinals], or [#ANY]
/// @param film by [Ordinals], or [#ANY]
/// @param mask attributes that it must carry
record Wanted(int cinema, int film, int mask) {
  static final int ANY = -1;

  boolean isAll() {
    return cinema == ANY && film == ANY && mask == 0;
  }
}
