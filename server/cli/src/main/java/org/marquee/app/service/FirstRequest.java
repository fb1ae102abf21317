package org.marquee.app.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.json.JsonObject;
import org.marquee.sample.SampleRegion;

/// What `demo` and `mock` print for a first request: where the service is, and lines to paste into
/// a shell.
///
/// @param address of the service, `http://…`
/// @param key that the service accepts
public record FirstRequest(String address, String key) {
  private static final ZoneId ZONE = ZoneId.of("Europe/London");

  /// The programme of the day that lies ahead: before 05:00 "today" is the evening that is over.
  static String programme(Instant now) {
    LocalDate date = LocalDate.ofInstant(now, ZONE);
    return BusinessDay.of(now, ZONE).equals(date)
        ? SampleRegion.PROGRAMME
        : SampleRegion.PROGRAMME + "&date=" + date;
  }

  /// The address, the key and where the reference is.
  String places() {
    return """
      address    %s
      key        %s
      reference  %s/docs
    """
        .formatted(address, key, address);
  }

  /// The first request for a program, which then need not look for a free port.
  ///
  /// @param operations the address of the second port, if there is one
  public JsonObject json(@Nullable String operations) {
    return JsonObject.of("address", address).with("operations", operations).with("key", key);
  }

  /// A line that asks for the programme, and one that sets what the examples of the clients read.
  String examples() {
    return """
    What is on today near a postcode:

      %s

    For the examples of the clients (docs/clients.md):

      export MARQUEE_URL=%s MARQUEE_KEY=%s

    """
        .formatted(curl(), address, key);
  }

  /// Needs no variables of the shell.
  String curl() {
    return "curl -H 'Authorization: Bearer %s' '%s%s'"
        .formatted(key, address, programme(Instant.now()));
  }
}
