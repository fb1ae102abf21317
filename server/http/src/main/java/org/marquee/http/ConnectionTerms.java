package org.marquee.http;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.OpenConnections;

/// How a connection is served, in any protocol.
///
/// @param stopping whether the client is asked to connect anew
/// @param others the connections of the server
record ConnectionTerms(
    ServerSettings settings, Handler handler, BooleanSupplier stopping, OpenConnections others) {
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /// Notes that a request arrives on a connection.
  void noteRequest(CountedConnection connection) {
    if (connection.begin()) {
      others.spoke(connection);
    }
  }

  long headNanos() {
    return settings.times().head().toNanos();
  }

  /// How long a silent connection is waited for when the server drains: its next request may be on
  /// its way.
  long silenceNanos() {
    return Math.min(SILENCE.toNanos(), settings.times().drain().toNanos());
  }

  long idleNanos() {
    return settings.times().idle().toNanos();
  }
}
