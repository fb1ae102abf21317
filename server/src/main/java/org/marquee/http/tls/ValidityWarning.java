package org.marquee.http.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Warns once a day of a certificate that clients refuse, or will soon.
final class ValidityWarning {
  /// Programs renew certificates when a third of their life is left, or half of a short one.
  private static final int SHARE_LEFT = 6;

  private static final Duration LONGEST = Duration.ofDays(14);

  private static final Duration BETWEEN = Duration.ofDays(1);

  private @Nullable Validity warnedOf;
  private Instant next = Instant.MIN;

  /// The warning to log now, if there is one.
  Optional<String> due(Validity validity, Instant now) {
    if (validity.equals(warnedOf) && now.isBefore(next)) {
      return Optional.empty();
    }
    Optional<String> warning = warning(validity, now);
    if (warning.isPresent()) {
      warnedOf = validity;
      next = now.plus(BETWEEN);
    }
    return warning;
  }

  private static Optional<String> warning(Validity validity, Instant now) {
    if (now.isBefore(validity.from())) {
      return Optional.of(
          "clients refuse the TLS certificate before %s: check the clock of this machine"
              .formatted(validity.from()));
    }
    if (now.isAfter(validity.until())) {
      return Optional.of(
          "clients refuse the TLS certificate: it has expired at %s; put a new one in its file"
              .formatted(validity.until()));
    }
    Duration early = validity.length().dividedBy(SHARE_LEFT);
    Instant due = validity.until().minus(early.compareTo(LONGEST) < 0 ? early : LONGEST);
    return now.isAfter(due)
        ? Optional.of(
            "the TLS certificate expires at %s; put a new one in its file"
                .formatted(validity.until()))
        : Optional.empty();
  }
}
