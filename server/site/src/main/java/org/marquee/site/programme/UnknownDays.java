package org.marquee.site.programme;

import java.util.List;

/// Cinemas of which nothing is known on a day, so that what they show may be missing on a page.
public record UnknownDays(List<Venue> venues) {
  static final UnknownDays NONE = new UnknownDays(List.of());

  public UnknownDays {
    venues = List.copyOf(venues);
  }

  /// A cinema, and where the link to its day leads.
  public record Venue(String name, String link) {}
}
