package org.marquee.node;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads durations such as `30s`, `15m`, `24h` and `7d` (docs/command-line.md, "Values"); `0s` is
/// one too.
public final class Period {
  private static final Pattern WRITTEN = Pattern.compile("[0-9]{1,6}[smhd]");

  private Period() {}

  /// The period that a variable of the environment gives.
  ///
  /// @param text its value; null or blank: not set
  /// @throws InvalidSetting if it is not a duration
  public static Duration read(String name, @Nullable String text, Duration usual) {
    if (text == null || text.isBlank()) {
      return usual;
    }
    String written = text.strip();
    if (!WRITTEN.matcher(written).matches()) {
      throw new InvalidSetting(
          "%s: not a valid duration: %s; use 30s, 15m, 24h or 7d".formatted(name, written));
    }
    return Duration.parse((written.endsWith("d") ? "P" : "PT") + written);
  }
}
