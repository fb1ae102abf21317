package org.marquee.http;

import io.netty.handler.codec.http.HttpRequest;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.OpenConnections;

/// How a connection is served, in any protocol.
///
/// @param stopping whether the client is asked to connect anew
/// @param others the connections of the server
record ConnectionTerms(
    ServerSettings settings,
    Handler handler,
    AnswerEncoder answers,
    BooleanSupplier stopping,
    OpenConnections others) {
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /// The exchange of a request on a lane.
  Exchange exchange(Lane lane, HttpRequest head, CountedConnection counted) {
    return new Exchange(lane, answers, head, counted, settings.connections().proxies(), handler);
  }

  /// The exchange of a request that is too broken to be one.
  ///
  /// @param headOnly whether its method is known to be HEAD
  Exchange unreadable(Lane lane, boolean headOnly) {
    return new Exchange(lane, answers, headOnly);
  }

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
