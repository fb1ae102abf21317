package org.marquee.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads durations such as `30s`, `15m`, `24h` and `7d` (contract, "Command line"); `0s` is one
/// too.
final class Period {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})([smhd])");

  private Period() {}

  /// What a variable of the environment says.
  ///
  /// @param text its value; null or blank: it says nothing
  /// @throws WrongUsage if it is not a duration
  static Duration read(String name, @Nullable String text, Duration usual) {
    if (text == null || text.isBlank()) {
      return usual;
    }
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches()) {
      throw new WrongUsage(
          "%s: not a valid duration: %s; use 30s, 15m, 24h or 7d".formatted(name, text.strip()));
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
