package org.marquee.feed.mapped;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.NaturalKey;
import org.marquee.title.ParsedTitle;

/// External ids for records that a feed gives none.
///
/// A film is its title without suffixes, folded, and its year, `solaris (1972)`: whatever its
/// showings are called, it is one film. A showtime is its cinema, start, screen and film,
/// `Rex/2026-01-16T18:15:00/2/solaris (1972)`: it is another one once it is moved to another time
/// or screen.
final class DerivedKeys {
  private DerivedKeys() {}

  /// @param year as the feed gives it beside the title; null where it does not
  static String film(ParsedTitle titled, @Nullable String year) {
    String ofTitle = titled.year() == null ? null : titled.year().toString();
    String told = year == null ? ofTitle : year;
    return NaturalKey.of(told == null ? titled.key() : titled.key() + " (" + told + ")");
  }

  static String showtime(String cinema, Start start, @Nullable String screen, String film) {
    return NaturalKey.of(cinema, start.text(), screen == null ? "" : screen, film);
  }
}
