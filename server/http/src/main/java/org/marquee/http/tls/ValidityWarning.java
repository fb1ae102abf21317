package org.marquee.http.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Warns once a day of a certificate that clients refuse, or will soon.
final class ValidityWarning {
  /// Programs renew certificates when a third of their life is left, or half of a short one.
  private static final int SHARE_LEFT = 6;

  private static final Duration MOST_LEFT = Duration.ofDays(14);

  private static final Duration BETWEEN = Duration.ofDays(1);

  private Optional<String> last = Optional.empty();
  private Instant next = Instant.MIN;

  /// When clients accept a certificate (RFC 5280, 4.1.2.5), both ends included.
  record Validity(Instant from, Instant until) {
    static Validity of(X509Certificate certificate) {
      return new Validity(
          certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    }

    Duration length() {
      return Duration.between(from, until);
    }
  }

  /// The warning to log now, if there is one.
  Optional<String> due(Validity validity, Instant now) {
    Optional<String> warning = warning(validity, now);
    if (warning.equals(last) && now.isBefore(next)) {
      return Optional.empty();
    }
    last = warning;
    next = now.plus(BETWEEN);
    return warning;
  }

  /// Why clients refuse it, or will soon; empty where they do not.
  static Optional<String> warning(Validity validity, Instant now) {
    if (now.isBefore(validity.from())) {
      return Optional.of(
          "clients refuse the TLS certificate before %s: check the clock of this machine"
              .formatted(validity.from()));
    }
    if (now.isAfter(validity.until())) {
      return Optional.of(
          "clients refuse the TLS certificate: it expired at %s; put a new one in its file"
              .formatted(validity.until()));
    }
    Duration early = validity.length().dividedBy(SHARE_LEFT);
    Instant due = validity.until().minus(early.compareTo(MOST_LEFT) < 0 ? early : MOST_LEFT);
    return now.isAfter(due)
        ? Optional.of(
            "the TLS certificate expires at %s; put a new one in its file"
                .formatted(validity.until()))
        : Optional.empty();
  }
}
