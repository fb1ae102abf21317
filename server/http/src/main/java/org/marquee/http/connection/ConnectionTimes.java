package org.marquee.http.connection;

import java.time.Duration;

/// How long a server waits for its clients (docs/limits.md, "Limits"); each more than none.
///
/// @param head for the head of a request from its first byte on, and again for its body
/// @param idle for a request, or for a client that does not read its answer
/// @param linger for the client to close after the last answer
/// @param drain for requests in flight when the server closes
public record ConnectionTimes(Duration head, Duration idle, Duration linger, Duration drain) {
  /// 10 s for a head, 60 s idle, 5 s to close, 10 s to drain.
  public static final ConnectionTimes USUAL =
      new ConnectionTimes(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10));
}
