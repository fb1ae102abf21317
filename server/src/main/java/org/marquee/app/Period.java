package org.marquee.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads lengths of time as `30s`, `15m`, `24h` and `7d` (contract, "Command line").
final class Period {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})([smhd])");

  private Period() {}

  /// @param what the option or variable that says so
  /// @throws WrongUsage if it is no length of time, or none at all
  static Duration read(String what, String text) {
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new WrongUsage(
          "%s: '%s' is not a length of time; write 30s, 15m, 24h or 7d".formatted(what, text));
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
