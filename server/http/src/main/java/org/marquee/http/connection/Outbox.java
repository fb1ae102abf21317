package org.marquee.http.connection;

import io.netty.channel.ChannelFuture;
import java.util.function.Consumer;
import org.marquee.http.body.Delivery;

/// The bytes that were written to a client and that it has not taken. On the event loop.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in its listener
final class Outbox {
  private final Lane lane;
  private int unsent;
  private long quietSince;
  private boolean cutOff;

  Outbox(Lane lane) {
    this.lane = lane;
  }

  boolean isEmpty() {
    return unsent == 0;
  }

  /// How long the client has taken nothing, in nanoseconds; 0 where there is nothing to take.
  long stalledNanos() {
    return unsent == 0 ? 0 : System.nanoTime() - quietSince;
  }

  private void progressed() {
    lane.counted().progressed();
    quietSince = lane.counted().quietSinceNanos();
  }

  /// Waits for a write; one that fails ends the connection.
  ///
  /// @param then called with whether the system has taken it
  void await(ChannelFuture write, Consumer<Boolean> then) {
    if (unsent == 0) {
      progressed();
    }
    unsent++;
    write.addListener(_ -> {
      unsent--;
      if (write.isSuccess()) {
        progressed();
      } else {
        lane.breakOff();
      }
      then.accept(write.isSuccess());
    });
  }

  private Observer observer() {
    return lane.terms().observer();
  }

  /// Notes that an answer is about to be written.
  Answered begin(Exchange exchange, int status) {
    Answered answered = exchange.answered(status);
    observer().answers(answered);
    return answered;
  }

  /// Waits for the end of a whole answer.
  ///
  /// @param bytes of the head and the body
  /// @param then called with whether the system has taken it
  void await(ChannelFuture write, Answered answered, long bytes, Consumer<Boolean> then) {
    await(
        write,
        sent -> {
          observer().ended(answered, sent ? bytes : 0, sent ? Delivery.SENT : lost());
          then.accept(sent);
        });
  }

  /// Ends the connection, since the client takes nothing.
  void cutOff() {
    cutOff = true;
    lane.breakOff();
  }

  /// Why what was not sent never will be.
  Delivery lost() {
    return cutOff || lane.isStopping() ? Delivery.CUT_OFF : Delivery.CLIENT_GONE;
  }
}
