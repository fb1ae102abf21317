package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/// The turn of one request on its connection: its body comes in, its answer goes out. On the event
/// loop.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the connection
final class Turn {
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
  private static final String ANSWERED = "the request was answered before its body was read";

  private enum Step {
    /// The body arrives and is thrown away.
    DISCARDING,
    /// The request is with the handler, which may be reading its body.
    ANSWERING,
    /// The answer is sent as it is made.
    STREAMING,
    OVER
  }

  private final Connection connection;
  private final SocketChannel channel;
  private final Outbox outbox;
  private final Deadline deadline;
  private final long headNanos;
  private final Exchange exchange;
  private Step step = Step.DISCARDING;
  private @Nullable BodyArrival body;
  private Outbox.@Nullable Streamed streamed;
  private @Nullable Runnable leaving;

  /// @param deadline of the connection, which is this turn's while it lasts
  /// @param headNanos how often it is looked whether a body arrives fast enough
  Turn(
      Connection connection,
      SocketChannel channel,
      Outbox outbox,
      Deadline deadline,
      long headNanos,
      Exchange exchange) {
    this.connection = connection;
    this.channel = channel;
    this.outbox = outbox;
    this.deadline = deadline;
    this.headNanos = headNanos;
    this.exchange = exchange;
  }

  boolean isOf(Exchange other) {
    return exchange == other;
  }

  Exchange exchange() {
    return exchange;
  }

  /// Whether the request has not been passed on yet.
  boolean isArriving() {
    return step == Step.DISCARDING;
  }

  /// Begins with the body: that of a route which reads it is the handler's, which is asked at once.
  void begin(Handler handler) {
    Request request = exchange.request();
    if (exchange.fault() == null && request != null && exchange.limit().read()) {
      IncomingBody reader = new IncomingBody(() -> connection.execute(this::readOn));
      body = new BodyArrival(exchange.limit(), reader);
      request.carry(reader);
      step = Step.ANSWERING;
      channel.config().setAutoRead(false);
      watchBody();
      exchange.passTo(handler);
      return;
    }
    body = new BodyArrival(exchange.limit(), null);
    if (exchange.expectsContinue()) {
      channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  /// The handler waits for more of the body. Before it asks the first time nothing more is read.
  private void readOn() {
    if (body != null) {
      if (body.begin() && exchange.expectsContinue()) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
      }
      body.resume();
      channel.config().setAutoRead(true);
    }
  }

  /// Takes a part of the body.
  void receive(HttpContent content, Handler handler) {
    BodyArrival arriving = body;
    if (arriving == null) {
      return;
    }
    Fault fault = arriving.receive(content);
    if (fault != null) {
      refuse(fault);
    } else if (content instanceof LastHttpContent) {
      deadline.stop();
      body = null;
      if (step == Step.DISCARDING) {
        step = Step.ANSWERING;
        exchange.passTo(handler);
      }
      holdInput();
    } else if (arriving.isPaused()) {
      channel.config().setAutoRead(false);
    }
  }

  /// Nothing more is read until the answer is there: the client's next requests wait with it. While
  /// an answer is streamed, some is: it shows whether the client goes away.
  private void holdInput() {
    if (step == Step.ANSWERING && !connection.isStopping()) {
      channel.config().setAutoRead(false);
    } else if (step == Step.STREAMING) {
      channel.config().setAutoRead(true);
    }
  }

  /// Reads on while the answer is waited for, and runs `task` when the client leaves.
  void watch(Runnable task) {
    if (step == Step.ANSWERING && body == null) {
      leaving = task;
      channel.config().setAutoRead(true);
    }
  }

  private void leave() {
    Runnable task = leaving;
    leaving = null;
    if (task != null) {
      task.run();
    }
  }

  private void watchBody() {
    if (body == null) {
      return;
    }
    if (body.isLate()) {
      refuse(Fault.TOO_SLOW);
    } else {
      deadline.start(this::watchBody, body.nextLook(headNanos));
    }
  }

  private void refuse(Fault fault) {
    if (step == Step.STREAMING) {
      outbox.cutOff();
    } else {
      connection.refuse(fault, exchange);
    }
  }

  /// Sends the answer, unless there is one.
  void answer(Answer answer) {
    if (step != Step.ANSWERING) {
      return;
    }
    // Requests that were sent after this one are owed an answer too: the last one says goodbye.
    boolean last = isLast() || (connection.isStopping() && body == null && !connection.hasMore());
    leaving = null;
    abandon(ANSWERED);
    if (last) {
      connection.writeLast(answer, exchange);
    } else {
      outbox.write(answer, exchange, persistence(), _ -> {});
      connection.proceed();
    }
  }

  /// Of a body that is not read the end is not known.
  private boolean isLast() {
    return connection.isLeaving() || body != null || !exchange.keepsAlive();
  }

  private Answer.Persistence persistence() {
    return exchange.isHttp10() ? Answer.Persistence.KEEP_ALIVE : Answer.Persistence.DEFAULT;
  }

  /// Begins an answer whose body comes later, unless there is one.
  void open(Answer head, AnswerStream stream) {
    if (step != Step.ANSWERING) {
      stream.ended(outbox.lost());
      return;
    }
    boolean last = isLast() || connection.isStopping() || stream.endsWithConnection();
    Outbox.Streamed opened = outbox.stream(stream, exchange, head.status());
    streamed = opened;
    step = Step.STREAMING;
    opened.write(
        head.encodeHead(
            channel.alloc(), last ? Answer.Persistence.CLOSE : persistence(), stream.framingLine()),
        () -> {});
    if (body == null) {
      holdInput();
    }
    if (head.headOnly()) {
      close(true, last);
    } else {
      stream.begin(opened, whole -> close(whole, last));
    }
  }

  private void close(boolean whole, boolean last) {
    Outbox.Streamed done = streamed;
    if (done == null) {
      return;
    }
    boolean ends = last || connection.isLeaving() || body != null;
    streamed = null;
    abandon(ANSWERED);
    if (!whole) {
      done.end(Delivery.FAILED);
      channel.close();
    } else if (ends) {
      connection.completeLast(done);
    } else {
      done.complete(_ -> {});
      connection.proceed();
    }
  }

  /// Notes that the client sends nothing more: what is whole is still answered.
  void inputEnded() {
    if (streamed != null && streamed.stream().isEndless()) {
      channel.close();
    } else if (body != null && step != Step.DISCARDING) {
      refuse(Fault.CUT_SHORT);
    } else {
      leave();
    }
  }

  /// What a client sends while its answer is being made is read now, because it decides whether
  /// that answer is the last. A stream without an end gets one.
  void drain() {
    if (step == Step.ANSWERING && body == null) {
      channel.config().setAutoRead(true);
    }
    if (streamed != null && streamed.stream().isEndless()) {
      streamed.stream().end();
    }
  }

  /// Ends the turn. The reader of the body and the writer of the answer get an exception.
  void abandon(String why) {
    step = Step.OVER;
    leave();
    if (body != null) {
      body.fail(why);
      body = null;
      deadline.stop();
    }
    if (streamed != null) {
      streamed.end(outbox.lost());
      streamed = null;
    }
  }
}
