package org.marquee.site.programme;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Film;
import org.marquee.site.frame.WebHosts;

/// A poster that is drawn, always the same for a film, and the picture that covers it.
///
/// @param tone of its colours, 0 to 7
/// @param motif of its shapes, 0 to 3
/// @param x and `y`, `size`: of a shape, in a picture of 60 by 90
/// @param initials of the title, at most two letters
/// @param picture its address; null unless the operator names its host
public record Poster(
    int tone, int motif, int x, int y, int size, String initials, @Nullable String picture) {
  /// The poster of a film.
  public static Poster of(Film film, WebHosts pictures) {
    String picture = film.posterUrl();
    int seed = film.id().hashCode() * 0x9E3779B1;
    return new Poster(
        seed >>> 29,
        seed >>> 27 & 3,
        12 + (seed >>> 20 & 31),
        24 + (seed >>> 14 & 31),
        12 + (seed >>> 8 & 15),
        initials(film.title()),
        picture != null && pictures.have(picture) ? picture : null);
  }

  private static String initials(String title) {
    StringBuilder initials = new StringBuilder();
    for (String word : title.split(" ", -1)) {
      if (initials.length() < 2
          && !word.isEmpty()
          && Character.isLetterOrDigit(word.codePointAt(0))) {
        initials.appendCodePoint(word.codePointAt(0));
      }
    }
    return initials.toString().toUpperCase(Locale.ROOT);
  }
}
