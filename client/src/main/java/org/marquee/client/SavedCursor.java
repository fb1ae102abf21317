package org.marquee.client;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a checkpoint gives the caller to keep: a cursor of the service and, where showtimes are
/// followed, until when they were read. A later run cannot know that otherwise.
///
/// @param until the epoch where no showtime was read
record SavedCursor(String cursor, Instant until) {
  // No cursor of the service has a tilde.
  private static final Pattern TEXT = Pattern.compile("([^~]*)~([0-9]{1,12})");
  // Who follows from now on keeps no copy that could lack showtimes.
  private static final Instant ALL = Instant.parse("9999-12-31T00:00:00Z");

  /// Reads what was kept. Anything else is a cursor of the service.
  static SavedCursor parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      return new SavedCursor(parts.group(1), Instant.ofEpochSecond(Long.parseLong(parts.group(2))));
    }
    return new SavedCursor(text, text.equals("now") ? ALL : Instant.EPOCH);
  }

  String text() {
    return until.equals(Instant.EPOCH) ? cursor : cursor + "~" + until.getEpochSecond();
  }
}
