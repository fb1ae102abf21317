package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What one connection has written and the client has not yet taken. On the event loop.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows in its listener
final class Outbox {
  /// Linux takes twice as much, half of it for its own records.
  private static final int SYSTEM_BUFFER = 128 * 1024;

  private final SocketChannel channel;
  private final CountedConnection seat;
  private final Observer observer;
  private final BooleanSupplier stopping;
  private int unsent;
  private boolean cutOff;

  Outbox(
      SocketChannel channel, CountedConnection seat, Observer observer, BooleanSupplier stopping) {
    this.channel = channel;
    this.seat = seat;
    this.observer = observer;
    this.stopping = stopping;
  }

  boolean isEmpty() {
    return unsent == 0;
  }

  /// Writes bytes; a write that fails ends the connection.
  ///
  /// @param then called with whether the system has taken them
  void write(ByteBuf bytes, Consumer<Boolean> then) {
    if (unsent == 0) {
      seat.progressed();
    }
    unsent++;
    channel
        .write(bytes)
        .addListener((ChannelFuture write) -> {
          unsent--;
          if (write.isSuccess()) {
            seat.progressed();
          } else {
            channel.close();
          }
          then.accept(write.isSuccess());
        });
  }

  /// Writes a whole answer.
  void write(
      Answer answer, Exchange exchange, Answer.Persistence persistence, Consumer<Boolean> then) {
    Answered answered = exchange.answered(answer.status());
    observer.answers(answered);
    ByteBuf bytes = answer.encode(channel.alloc(), persistence);
    int length = bytes.readableBytes();
    write(
        bytes,
        sent -> {
          observer.ended(answered, sent ? length : 0, sent ? Delivery.SENT : lost());
          then.accept(sent);
        });
  }

  /// Begins an answer whose body comes later.
  Streamed stream(AnswerStream stream, Exchange exchange, int status) {
    Answered answered = exchange.answered(status);
    observer.answers(answered);
    return new Streamed(stream, answered);
  }

  /// Ends the connection, since the client takes nothing.
  void cutOff() {
    cutOff = true;
    channel.close();
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

    /// @param then called when the system has taken the part
    void write(ByteBuf part, Runnable then) {
      int length = part.readableBytes();
      Outbox.this.write(
          part,
          sent -> {
            if (sent) {
              bytes += length;
              then.run();
            }
          });
      channel.flush();
    }

    /// Has the system keep at most about [#SYSTEM_BUFFER] bytes that the client has not read. By
    /// itself it may keep several megabytes a connection.
    void limitSystemBuffer() {
      channel.config().setSendBufferSize(SYSTEM_BUFFER);
    }

    /// Notes that all is written.
    ///
    /// @param then called with whether the system has taken everything
    void complete(Consumer<Boolean> then) {
      Outbox.this.write(
          Unpooled.EMPTY_BUFFER,
          sent -> {
            end(sent ? Delivery.SENT : lost());
            then.accept(sent);
          });
      channel.flush();
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
