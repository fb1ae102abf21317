package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.util.Date;

/// The line of the `Date` field (RFC 9110, 5.6.7), made anew once a second.
final class DateField {
  private static volatile Stamp stamp = new Stamp(Long.MIN_VALUE, new byte[0]);

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stamp(long second, byte[] line) {}

  private DateField() {}

  /// The line as it goes on the wire, not to be changed.
  static byte[] line() {
    long second = Math.floorDiv(System.currentTimeMillis(), 1000L);
    Stamp latest = stamp;
    if (latest.second != second) {
      String line =
          "Date: " + DateFormatter.format(Date.from(Instant.ofEpochSecond(second))) + "\r\n";
      latest = new Stamp(second, line.getBytes(US_ASCII));
      stamp = latest;
    }
    return latest.line;
  }
}
