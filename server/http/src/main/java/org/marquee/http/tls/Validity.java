package org.marquee.http.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

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
