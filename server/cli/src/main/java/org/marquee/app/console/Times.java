package org.marquee.app.console;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.marquee.listing.Timestamps;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Points in time on the command line, in the grammar of the interface.
public final class Times implements ITypeConverter<Instant> {
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter END_OF_HOUR =
      DateTimeFormatter.ofPattern("'–'HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Override
  public Instant convert(String text) {
    return Timestamps.read(text)
        .map(Timestamps.Written::instant)
        .orElseThrow(() ->
            new TypeConversionException(
                "'" + text + "' is not a date and time with offset, such as 2026-03-01T18:00:00Z"));
  }

  /// Reads ends of periods: a point in time, or a day, which begins at midnight UTC.
  public static final class OrDay implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      boolean isDay = text.matches("\\d{4}-\\d\\d-\\d\\d");
      return new Times().convert(isDay ? text + "T00:00:00Z" : text);
    }
  }

  /// The hour that begins at a time, for people.
  public static String hour(Instant start) {
    return HOUR.format(start) + END_OF_HOUR.format(start.plus(1, ChronoUnit.HOURS));
  }

  /// A time for people, who need no fraction of a second.
  public static String toTheSecond(Instant time) {
    return Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS));
  }

  /// How long ago something was, for people.
  public static String age(Duration age) {
    if (age.toDays() > 0) {
      return age.toDays() + " d " + age.toHoursPart() + " h ago";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h " + age.toMinutesPart() + " min ago";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min ago" : "just now";
  }
}
