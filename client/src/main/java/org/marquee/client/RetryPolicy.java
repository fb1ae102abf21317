package org.marquee.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is asked again, and after which pause.
final class RetryPolicy {
  private static final Set<Integer> REPEATED = Set.of(429, 502, 503, 504);
  private static final double FIRST_BACKOFF_SECONDS = 0.5;
  private static final double LONGEST_BACKOFF_SECONDS = 30;
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(60);
  private static final Pattern SECONDS = Pattern.compile("[0-9]+");

  private RetryPolicy() {}

  /// How long to wait after the attempt of this number, counted from 0; null where asking again
  /// does not help.
  static @Nullable Duration pauseAfter(MarqueeException failure, int attempt) {
    Duration after = null;
    if (failure instanceof ApiException answer) {
      after = answer.retryAfter();
      if (!REPEATED.contains(answer.status())) {
        return null;
      }
    } else if (!(failure instanceof MarqueeException.ConnectionFailed)) {
      return null;
    }
    if (after == null) {
      double longest =
          Math.min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * Math.pow(2, attempt));
      return seconds(longest / 2, longest);
    }
    // Never less than the service says, and not at the same moment as everybody else.
    return after.compareTo(LONGEST_RETRY_AFTER) > 0 ? null : after.plus(seconds(0, 1));
  }

  static Duration seconds(double least, double most) {
    double seconds = least + ThreadLocalRandom.current().nextDouble() * (most - least);
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /// The time of a `Retry-After`, which may be a date; null if it cannot be read.
  static @Nullable Duration retryAfter(HttpHeaders headers) {
    String value = headers.firstValue("Retry-After").orElse("");
    if (SECONDS.matcher(value).matches()) {
      return Duration.ofSeconds(Long.parseLong(value.substring(0, Math.min(12, value.length()))));
    }
    Instant until = date(value);
    Instant now = date(headers.firstValue("Date").orElse(""));
    if (until == null) {
      return null;
    }
    Duration left = Duration.between(now == null ? Instant.now() : now, until);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static @Nullable Instant date(String value) {
    try {
      return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
