package org.marquee.app;

import java.time.Instant;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/// Ends of periods on the command line: a point in time, or a day, which begins at midnight UTC.
final class DayOrTime implements ITypeConverter<Instant> {
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

  private final Times times = new Times();

  @Override
  public Instant convert(String text) {
    return DAY.matcher(text).matches() ? times.convert(text + "T00:00:00Z") : times.convert(text);
  }
}
