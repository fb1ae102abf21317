package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.marquee.http.admission.CountedConnection;

/// The bytes that a lane has written and that the client has not taken. On the event loop.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in its listener
final class Outbox {
  /// In bytes. Linux takes twice as much, half of it for its own records.
  private static final int SYSTEM_BUFFER = 128 * 1024;

  private final Lane lane;
  private final CountedConnection counted;
  private final Observer observer;
  private final BooleanSupplier stopping;
  private int unsent;
  private long quietSince;
  private boolean cutOff;

  Outbox(Lane lane, CountedConnection counted, Observer observer, BooleanSupplier stopping) {
    this.lane = lane;
    this.counted = counted;
    this.observer = observer;
    this.stopping = stopping;
  }

  boolean isEmpty() {
    return unsent == 0;
  }

  /// How long the client has taken nothing, in nanoseconds; 0 where there is nothing to take.
  long stalledNanos() {
    return unsent == 0 ? 0 : System.nanoTime() - quietSince;
  }

  private void progressed() {
    counted.progressed();
    quietSince = counted.quietSinceNanos();
  }

  /// Waits for a write; one that fails ends the lane.
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

  /// Notes that an answer is about to be written.
  Answered begin(Exchange exchange, int status) {
    Answered answered = exchange.answered(status);
    observer.answers(answered);
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
          observer.ended(answered, sent ? bytes : 0, sent ? Delivery.SENT : lost());
          then.accept(sent);
        });
  }

  /// Begins an answer whose body comes later.
  Streamed stream(AnswerStream stream, Exchange exchange, int status) {
    return new Streamed(stream, begin(exchange, status));
  }

  /// Ends the lane, since the client takes nothing.
  void cutOff() {
    cutOff = true;
    lane.breakOff();
  }

  /// Why what was not sent never will be.
  Delivery lost() {
    return cutOff || stopping.getAsBoolean() ? Delivery.CUT_OFF : Delivery.CLIENT_GONE;
  }

  /// An answer whose body is being sent.
  final class Streamed {
    private final AnswerStream stream;
    private final Answered answered;
    private long bytes;
    private boolean over;

    private Streamed(AnswerStream stream, Answered answered) {
      this.stream = stream;
      this.answered = answered;
    }

    AnswerStream stream() {
      return stream;
    }

    /// Waits for the head.
    ///
    /// @param length of it, in bytes
    void awaitHead(ChannelFuture write, int length) {
      await(write, length, () -> {});
    }

    /// @param then called when the system has taken the part
    void write(ByteBuf part, Runnable then) {
      int length = part.readableBytes();
      await(lane.write(part), length, then);
    }

    private void await(ChannelFuture write, int length, Runnable then) {
      Outbox.this.await(
          write,
          sent -> {
            if (sent) {
              bytes += length;
              then.run();
            }
          });
      lane.flush();
    }

    /// Has the system keep little that the client has not read. By itself it may keep several
    /// megabytes a connection.
    void limitSystemBuffer() {
      lane.setSendBuffer(SYSTEM_BUFFER);
    }

    /// Notes that all is written.
    ///
    /// @param then called with whether the system has taken everything
    void complete(Consumer<Boolean> then) {
      Outbox.this.await(
          lane.writeEnd(),
          sent -> {
            end(sent ? Delivery.SENT : lost());
            then.accept(sent);
          });
      lane.flush();
    }

    /// Notes how it ended; later calls change nothing.
    void end(Delivery how) {
      if (!over) {
        over = true;
        stream.ended(how);
        observer.ended(answered, bytes, how);
      }
    }
  }
}
