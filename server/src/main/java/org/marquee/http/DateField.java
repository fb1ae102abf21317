package org.marquee.http;

import io.netty.util.AsciiString;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The value of the `Date` field (RFC 9110, 5.6.7), made anew once a second.
final class DateField {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Clock clock;

  private volatile Stamp stamp = new Stamp(Long.MIN_VALUE, AsciiString.EMPTY_STRING);

  private record Stamp(long second, AsciiString text) {}

  DateField(Clock clock) {
    this.clock = clock;
  }

  AsciiString now() {
    long second = Math.floorDiv(clock.millis(), 1000L);
    Stamp latest = stamp;
    if (latest.second != second) {
      latest = new Stamp(second, new AsciiString(FORMAT.format(Instant.ofEpochSecond(second))));
      stamp = latest;
    }
    return latest.text;
  }
}
