package org.marquee.app.console;

import java.time.Duration;
import java.util.regex.Pattern;

/// Reads durations such as `30s`, `15m`, `24h` and `7d` (docs/command-line.md, "Values"); `0s` is
/// one too.
public final class Period {
  private static final Pattern WRITTEN = Pattern.compile("[0-9]{1,6}[smhd]");

  private Period() {}

  /// Reads a duration.
  ///
  /// @throws IllegalArgumentException if it is none
  public static Duration read(String text) {
    String written = text.strip();
    if (!WRITTEN.matcher(written).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration, such as 30s, 15m, 24h or 7d");
    }
    return Duration.parse((written.endsWith("d") ? "P" : "PT") + written);
  }

  /// Writes a duration as it is read, in the largest unit that fits.
  public static String write(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0 && seconds > 0) {
      return duration.toDays() + "d";
    }
    if (seconds % 3_600 == 0 && seconds > 0) {
      return duration.toHours() + "h";
    }
    return seconds % 60 == 0 && seconds > 60 ? duration.toMinutes() + "m" : seconds + "s";
  }
}
