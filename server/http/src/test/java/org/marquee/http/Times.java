package org.marquee.http;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.connection.ConnectionTimes;

/// The usual times of connections, but for one.
@NullMarked
public final class Times {
  private static final ConnectionTimes USUAL = ConnectionTimes.USUAL;

  private Times() {}

  public static ConnectionTimes head(Duration time) {
    return new ConnectionTimes(time, USUAL.idle(), USUAL.linger(), USUAL.drain());
  }

  public static ConnectionTimes idle(Duration time) {
    return new ConnectionTimes(USUAL.head(), time, USUAL.linger(), USUAL.drain());
  }

  public static ConnectionTimes linger(Duration time) {
    return new ConnectionTimes(USUAL.head(), USUAL.idle(), time, USUAL.drain());
  }

  public static ConnectionTimes drain(Duration time) {
    return new ConnectionTimes(USUAL.head(), USUAL.idle(), USUAL.linger(), time);
  }
}
