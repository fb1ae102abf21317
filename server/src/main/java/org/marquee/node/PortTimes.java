package org.marquee.node;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.http.ServerSettings;

/// How long the interface waits for its clients (docs/operations.md, "Limits"); each more than
/// none.
///
/// @param head for the header fields of a request
/// @param idle for a request, or for a client that does not read its answer
/// @param linger for the client to close after the last answer
/// @param drain for requests that are under way when the node stops
public record PortTimes(Duration head, Duration idle, Duration linger, Duration drain) {
  /// The times that these variables give.
  ///
  /// @throws InvalidSetting if one of them is no duration, or none
  static PortTimes read(UnaryOperator<@Nullable String> environment) {
    ServerSettings usual = ServerSettings.at(new InetSocketAddress(0));
    return new PortTimes(
        time(environment, "MARQUEE_HEAD_TIME", usual.headTime()),
        time(environment, "MARQUEE_IDLE_TIME", usual.idleTime()),
        time(environment, "MARQUEE_LINGER_TIME", usual.lingerTime()),
        time(environment, "MARQUEE_DRAIN_TIME", usual.drainTime()));
  }

  private static Duration time(
      UnaryOperator<@Nullable String> environment, String name, Duration usual) {
    Duration time = Period.read(name, environment.apply(name), usual);
    if (!time.isPositive()) {
      throw new InvalidSetting(name + " must be longer than 0s");
    }
    return time;
  }

  /// The same settings with these times.
  ServerSettings on(ServerSettings settings) {
    return settings
        .withHeadTime(head)
        .withIdleTime(idle)
        .withLingerTime(linger)
        .withDrainTime(drain);
  }
}
