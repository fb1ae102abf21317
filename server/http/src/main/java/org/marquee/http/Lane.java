package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;

/// What carries exchanges between a client and the handler: a connection of HTTP/1.1, one exchange
/// after the other, or a stream of HTTP/2 with its one exchange. On the event loop, unless the
/// method states otherwise.
abstract class Lane {
  private final Channel channel;
  private final CountedConnection counted;
  private final ConnectionTerms terms;
  private final Deadline deadline;
  private final Outbox outbox;
  private @Nullable Turn turn;

  Lane(Channel channel, CountedConnection counted, ConnectionTerms terms) {
    this.channel = channel;
    this.counted = counted;
    this.terms = terms;
    deadline = new Deadline(channel.eventLoop());
    outbox = new Outbox(this);
  }

  EventLoop loop() {
    return channel.eventLoop();
  }

  /// The connection that it belongs to.
  CountedConnection counted() {
    return counted;
  }

  ConnectionTerms terms() {
    return terms;
  }

  /// By when a head or a body must be there.
  Deadline deadline() {
    return deadline;
  }

  /// The bytes that were written and that the client has not taken.
  Outbox outbox() {
    return outbox;
  }

  /// The turn of the exchange under way; null between two.
  @Nullable Turn turn() {
    return turn;
  }

  /// Begins the turn of an exchange.
  void begin(Exchange exchange) {
    Turn next = new Turn(this, exchange);
    turn = next;
    next.begin();
  }

  /// Notes that no exchange is under way.
  void endTurn() {
    turn = null;
  }

  /// Ends the exchange under way, if there is one, without an answer.
  void abandon(String why) {
    Turn ending = turn;
    turn = null;
    if (ending != null) {
      ending.abandon(why);
    }
  }

  /// Takes a part of the body.
  void receive(HttpContent content) {
    if (turn != null) {
      turn.receive(content);
    }
  }

  /// Runs a task on the event loop, later than what it does now; from any thread.
  void execute(Runnable task) {
    try {
      loop().execute(task);
    } catch (RejectedExecutionException _) {
      // The server has closed, and the connection with it.
    }
  }

  /// Sends an answer, from any thread.
  void deliver(Exchange exchange, Answer answer) {
    if (loop().inEventLoop()) {
      answer(exchange, answer);
    } else {
      execute(() -> answer(exchange, answer));
    }
  }

  private void answer(Exchange exchange, Answer answer) {
    if (turn != null && turn.isOf(exchange)) {
      turn.answer(answer);
    }
  }

  /// Begins an answer whose body comes later, from any thread.
  void deliver(Exchange exchange, Answer head, AnswerStream stream) {
    // In turn with what is offered to the stream.
    execute(() -> {
      if (turn != null && turn.isOf(exchange)) {
        turn.open(head, stream);
      } else {
        stream.ended(outbox.lost());
      }
    });
  }

  /// Runs a task when the client leaves before its answer; from any thread.
  void watch(Exchange exchange, Runnable task) {
    execute(() -> {
      if (turn == null || !turn.isOf(exchange) || isInputClosed()) {
        task.run();
      } else {
        turn.watch(task);
      }
    });
  }

  /// Whether the client has left, or sends nothing more.
  abstract boolean isInputClosed();

  /// Whether the server stops soon.
  boolean isStopping() {
    return terms.stopping().getAsBoolean();
  }

  /// How a body of unknown length ends.
  abstract AnswerStream.Framing framing(boolean http10);

  /// Reads on.
  void read() {
    channel.config().setAutoRead(true);
  }

  /// Reads no more for now.
  void pause() {
    channel.config().setAutoRead(false);
  }

  /// Asks the client for the body that it announced (RFC 9110, 10.1.1).
  abstract void sendContinue();

  /// Has the request handled, now or when the client has taken enough of earlier answers.
  abstract void pass(Runnable request);

  /// Sends a whole answer, which ends the turn.
  abstract void send(Answer answer, Exchange exchange);

  /// Sends the head of an answer whose body comes later.
  abstract void open(Answer head, AnswerStream stream, Exchange exchange);

  /// Writes a part of the body of an answer.
  abstract ChannelFuture write(ByteBuf part);

  /// Writes what ends the body of an answer.
  abstract ChannelFuture writeEnd();

  /// Says how many bytes of the connection the system may keep that the client has not read.
  abstract void setSendBuffer(int bytes);

  /// Sends what was written.
  void flush() {
    channel.flush();
  }

  /// Goes on after an answer that was streamed, which ends the turn.
  abstract void complete(AnswerStream answer, Exchange exchange);

  /// Answers a faulty request, which ends the turn.
  abstract void refuse(Fault fault, Exchange exchange);

  /// Breaks off, so that the client sees that its answer is not whole.
  abstract void breakOff();
}
