package org.marquee.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How long a serving node bears what.
///
/// @param staleAfter how old the last confirmation of the revision or the keys may be
/// @param stopDelay how long the node goes on taking connections after it has said that it stops
record Timing(Duration staleAfter, Duration stopDelay) {
  static final Timing USUAL = new Timing(Duration.ofSeconds(60), Duration.ZERO);

  private static final String STALE_AFTER = "MARQUEE_STALE_AFTER";
  private static final String STOP_DELAY = "MARQUEE_STOP_DELAY";
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})([smhd])");

  /// What `MARQUEE_STALE_AFTER` and `MARQUEE_STOP_DELAY` say, such as `30s`, `15m`, `24h` or `7d`.
  ///
  /// @throws WrongUsage if one of them is no duration
  static Timing configured() {
    return new Timing(
        read(STALE_AFTER, System.getenv(STALE_AFTER), USUAL.staleAfter()),
        read(STOP_DELAY, System.getenv(STOP_DELAY), USUAL.stopDelay()));
  }

  static Duration read(String name, @Nullable String text, Duration usual) {
    String duration = text == null ? "" : text.strip();
    if (duration.isEmpty()) {
      return usual;
    }
    Matcher parts = DURATION.matcher(duration);
    if (!parts.matches()) {
      throw new WrongUsage(
          "%s is a duration such as 30s, 15m, 24h or 7d, not %s".formatted(name, duration));
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
