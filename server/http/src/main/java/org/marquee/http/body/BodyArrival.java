package org.marquee.http.body;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Fault;

/// Watches the body of one request arrive: how much it is, and how fast. On the event loop.
public final class BodyArrival {
  /// A client that sends less than this, while the handler waits for it, is cut off.
  public static final int BYTES_A_SECOND = 1024;

  private final BodyLimit limit;
  private final long endNanos;
  private final @Nullable IncomingBody reader;
  private long lookedAt;
  private long received;
  private long counted;
  private boolean begun;
  private boolean paused;
  private boolean excused;

  /// @param reader what the handler reads; null where the body is thrown away
  public BodyArrival(BodyLimit limit, @Nullable IncomingBody reader) {
    this.limit = limit;
    this.reader = reader;
    // Most requests have no body and need no clock.
    lookedAt = reader == null ? 0 : System.nanoTime();
    endNanos = lookedAt + limit.time().toNanos();
    paused = reader != null;
    excused = paused;
  }

  /// Takes a part of the body.
  ///
  /// @return what is wrong with it, or null
  public @Nullable Fault receive(HttpContent content) {
    if (content.decoderResult().isFailure()) {
      return Fault.malformed("body", "the chunks of the body cannot be read");
    }
    received += content.content().readableBytes();
    if (received > limit.bytes()) {
      return Fault.bodyTooLarge(limit.bytes());
    }
    if (reader != null) {
      paused |= !reader.add(content.content());
      excused |= paused;
      if (content instanceof LastHttpContent) {
        reader.complete();
      }
    }
    return null;
  }

  /// Whether the handler has enough to read for now.
  public boolean isPaused() {
    return paused;
  }

  /// Whether this is the first call.
  public boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  /// Goes on: the handler waits for more.
  public void resume() {
    paused = false;
  }

  /// Has the handler's reading fail.
  public void fail(String why) {
    if (reader != null) {
      reader.fail(why);
    }
  }

  /// Whether the client was too slow since the last call, or has used up its time. A handler that
  /// does not read is no fault of the client.
  public boolean isLate() {
    long now = System.nanoTime();
    double least = BYTES_A_SECOND * (now - lookedAt) / 1e9;
    lookedAt = now;
    boolean slow = !excused && received - counted < least;
    counted = received;
    excused = paused;
    return slow || now - endNanos >= 0;
  }

  /// The time until the next check, at most `usual`.
  public long nextLook(long usual) {
    return Math.clamp(endNanos - System.nanoTime(), 1, usual);
  }
}
