package org.marquee.notice;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What keeps the showtimes of a feed from its readers, and how far those reach that it publishes.
///
/// @param waiting how many showtimes of the feed are held back for what
/// @param last when the last showtime that the feed lists, and that is not held back, starts; null
///   where it has none
public record Outlook(Map<Waiting, Long> waiting, @Nullable Instant last) {
  /// The outlook of a feed without showtimes, or one that was refused.
  public static final Outlook NONE = new Outlook(Map.of(), null);

  public Outlook {
    waiting = Map.copyOf(waiting);
  }

  /// What a showtime waits for; of several things the first.
  public enum Waiting {
    /// Its cinema has no postcode, and nothing else is missing of it.
    POSTCODE(
        "a cinema with a postcode; add ", "a register, a house feed or --missing-postcode TEXT"),
    /// Its cinema has no locality or no country code.
    CINEMA(
        "a cinema with a locality and a country code; add ",
        "a register, a house feed, or --missing-locality TEXT and --missing-country CODE"),
    /// Its time is local, and the zone of its cinema is not known.
    ZONE("a cinema with a time zone; add ", "a register or a house feed"),
    /// Its film has no title.
    FILM("a film with a title", "");

    private final String words;
    private final String remedies;

    Waiting(String words, String remedies) {
      this.words = words;
      this.remedies = remedies;
    }

    /// As it follows `waits for`, with what to do.
    ///
    /// @param cinemas how many the feed lists: only one can be described by a file
    String words(long cinemas) {
      return words + (remedies.isEmpty() || cinemas != 1 ? "" : "--cinema FILE, ") + remedies;
    }
  }
}
