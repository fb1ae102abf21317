package org.marquee.http.connection;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.admission.Proxies;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Cors;
import org.marquee.http.message.Fault;

/// How a connection is served.
///
/// @param proxies who may name the client
/// @param stopping whether the client is asked to connect anew
/// @param others the connections of the server
public record ConnectionTerms(
    ConnectionTimes times,
    Cors cors,
    Proxies proxies,
    Observer observer,
    Handler handler,
    BooleanSupplier stopping,
    OpenConnections others) {
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /// How long each step with a refused connection may take.
  private static final Duration FOR_REFUSED = Duration.ofSeconds(1);

  /// How a connection is told that it is refused: in haste, and it ends with that.
  ConnectionTerms refusing(Fault fault) {
    return new ConnectionTerms(
        new ConnectionTimes(FOR_REFUSED, FOR_REFUSED, FOR_REFUSED, times.drain()),
        cors,
        proxies,
        observer,
        (request, reply) -> reply.send(fault.answer(request.id())),
        () -> true,
        others);
  }

  /// Notes that a request arrives on a connection.
  void noteRequest(CountedConnection connection) {
    if (connection.begin()) {
      others.spoke(connection);
    }
  }

  long headNanos() {
    return times.head().toNanos();
  }

  /// How long a silent connection is waited for when the server drains: its next request may be on
  /// its way.
  long silenceNanos() {
    return Math.min(SILENCE.toNanos(), times.drain().toNanos());
  }

  long idleNanos() {
    return times.idle().toNanos();
  }
}
