package org.marquee.snapshot.columns;

/// What a showtime must have, in numbers of the snapshot.
///
/// @param cinema by [Dictionary], or [#ANY]
/// @param film by [Dictionary], or [#ANY]
/// @param mask attributes that it must carry
public record RowFilter(int cinema, int film, int mask) {
  /// Whatever the film, or the cinema.
  public static final int ANY = -1;

  /// Whether a showtime of the cinema fits.
  ///
  /// @param attributes its mask
  boolean fits(int itsFilm, int attributes) {
    return (film == ANY || film == itsFilm) && (attributes & mask) == mask;
  }
}
