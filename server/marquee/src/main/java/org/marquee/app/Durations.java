package org.marquee.app;

import java.time.Duration;
import org.marquee.node.InvalidSetting;
import org.marquee.node.Period;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Durations on the command line (docs/command-line.md, "Values").
final class Durations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    if (text.isBlank()) {
      throw fault(text);
    }
    try {
      return Period.read("duration", text, Duration.ZERO);
    } catch (InvalidSetting e) {
      throw fault(text);
    }
  }

  private static TypeConversionException fault(String text) {
    return new TypeConversionException(
        "'" + text + "' is not a duration, such as 30s, 15m, 24h or 7d");
  }
}
