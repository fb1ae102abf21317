package org.marquee.http;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;

/// Collects how answers ended, as `200 SENT`.
@NullMarked
final class Deliveries implements Observer {
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

  @Override
  public void ended(Answered answer, long bytes, Delivery delivery) {
    ended.add(answer.status() + " " + delivery);
  }

  /// The next one, for which it waits.
  String next() throws InterruptedException {
    String next = ended.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no answer ended");
    }
    return next;
  }
}
