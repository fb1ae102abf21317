package org.marquee.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads durations such as `30s`, `15m`, `24h` and `7d` (contract, "Command line"); `0s` is one
/// too.
final class Period {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})([smhd])");

  private Period() {}

  /// @param what the option or variable that says so
  /// @throws WrongUsage if it is not a duration
  static Duration read(String what, String text) {
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches()) {
      throw new WrongUsage(
          "%s: not a valid duration: %s; use 30s, 15m, 24h or 7d".formatted(what, text.strip()));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
