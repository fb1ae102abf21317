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
import org.marquee.http.message.Request;

/// The conditions of a request for something with a tag, and perhaps a date (RFC 9110, 13).
///
/// @param tag the tag as it is now; one that begins with `W/` is weak
/// @param modified the date as it is now, in whole seconds; null where there is none
public record Conditions(Request.Headers headers, String tag, @Nullable Instant modified) {
  /// Whether a condition does not hold: 412. By strong comparison a weak tag matches none (RFC
  /// 9110, 8.8.3.2).
  public boolean fail() {
    List<String> match = headers.all("If-Match");
    return match.isEmpty()
        ? date("If-Unmodified-Since").filter(this::isModifiedAfter).isPresent()
        : !isAny(match) && (isWeak(tag) || tags(match).noneMatch(each -> each.equals(tag)));
  }

  /// Whether the client has it already: 304. By weak comparison (RFC 9110, 13.1.2).
  public boolean isUnchanged() {
    List<String> match = headers.all("If-None-Match");
    return match.isEmpty()
        ? date("If-Modified-Since").filter(since -> !isModifiedAfter(since)).isPresent()
        : isAny(match) || tags(match).anyMatch(each -> strong(each).equals(strong(tag)));
  }

  /// `*` stands for any answer there is.
  private static boolean isAny(List<String> fields) {
    return fields.size() == 1 && fields.getFirst().strip().equals("*");
  }

  private static boolean isWeak(String tag) {
    return tag.startsWith("W/");
  }

  private static String strong(String tag) {
    return isWeak(tag) ? tag.substring(2) : tag;
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
    List<String> fields = modified == null ? List.of() : headers.all(name);
    if (fields.size() != 1) {
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
