package org.marquee.app;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.marquee.listing.Timestamps;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Points in time on the command line, in the grammar of the interface.
final class Times implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    return Timestamps.read(text)
        .map(Timestamps.Written::instant)
        .orElseThrow(() ->
            new TypeConversionException(
                "'" + text + "' is not a date and time with offset, such as 2026-03-01T18:00:00Z"));
  }

  /// A time for people, who need no fraction of a second.
  static String toTheSecond(Instant time) {
    return Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS));
  }
}
