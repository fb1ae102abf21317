package org.marquee.http.handler;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Request;

/// The conditions of a request for something with a tag, and perhaps a date (RFC 9110, 13).
///
/// @param tag the tag as it is now, without `W/`
/// @param modified the date as it is now, in whole seconds; null where there is none
record FileConditions(Request.Headers headers, String tag, @Nullable Instant modified) {
  /// Whether a condition does not hold: 412.
  boolean fail() {
    List<String> match = headers.all("If-Match");
    return match.isEmpty()
        ? date("If-Unmodified-Since").filter(this::isModifiedAfter).isPresent()
        : tags(match).noneMatch(each -> each.equals("*") || each.equals(tag));
  }

  /// Whether the client has it already: 304.
  boolean isUnchanged() {
    List<String> match = headers.all("If-None-Match");
    return match.isEmpty()
        ? date("If-Modified-Since").filter(since -> !isModifiedAfter(since)).isPresent()
        : tags(match)
            .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals("W/" + tag));
  }

  /// Whether a part may be sent: what the client has of it belongs to this version.
  boolean allowRange() {
    List<String> range = headers.all("If-Range");
    return range.isEmpty()
        || (range.size() == 1
            && (range.getFirst().equals(tag)
                || date("If-Range").filter(date -> date.equals(modified)).isPresent()));
  }

  private static Stream<String> tags(List<String> fields) {
    return fields.stream().flatMap(field -> Arrays.stream(field.split(",", -1))).map(String::strip);
  }

  private boolean isModifiedAfter(Instant since) {
    return modified != null && modified.isAfter(since);
  }

  /// Ignores a field that cannot be read or is repeated, and all dates if there is none to compare.
  private Optional<Instant> date(String name) {
    List<String> fields = headers.all(name);
    if (fields.size() != 1 || modified == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ZonedDateTime.parse(fields.getFirst(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
