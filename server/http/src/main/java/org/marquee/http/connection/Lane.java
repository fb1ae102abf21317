package org.marquee.http.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.message.Answer;
import org.marquee.http.message.Fault;
import org.marquee.http.message.RequestDecoder;

/// The exchanges of a connection, one after the other. On the event loop, unless the method states
/// otherwise.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the connection
final class Lane {
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final Connection connection;
  private final DuplexChannel channel;
  private final RequestDecoder decoder;
  private final CountedConnection counted;
  private final ConnectionTerms terms;
  private final Deadline deadline;
  private final Outbox outbox;
  private @Nullable Turn turn;

  /// Whether the head that was sent has `Connection: close`.
  private boolean last;

  Lane(
      Connection connection,
      DuplexChannel channel,
      RequestDecoder decoder,
      CountedConnection counted,
      ConnectionTerms terms) {
    this.connection = connection;
    this.channel = channel;
    this.decoder = decoder;
    this.counted = counted;
    this.terms = terms;
    deadline = new Deadline(channel.eventLoop());
    outbox = new Outbox(this);
  }

  EventLoop loop() {
    return channel.eventLoop();
  }

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
  void deliver(Exchange exchange, Answer head, StreamedAnswer stream) {
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
      if (turn == null || !turn.isOf(exchange) || connection.isInputClosed()) {
        task.run();
      } else {
        turn.watch(task);
      }
    });
  }

  /// Whether the server stops soon.
  boolean isStopping() {
    return terms.stopping().getAsBoolean();
  }

  /// Reads on.
  void read() {
    channel.config().setAutoRead(true);
  }

  /// Reads no more for now.
  void pause() {
    channel.config().setAutoRead(false);
  }

  /// Says how many bytes of the connection the system may keep that the client has not read.
  void setSendBuffer(int bytes) {
    channel.config().setOption(ChannelOption.SO_SNDBUF, bytes);
  }

  /// Asks the client for the body that it announced (RFC 9110, 10.1.1).
  void sendContinue() {
    channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
  }

  /// Sends a whole answer, which ends the turn.
  void send(Answer answer, Exchange exchange) {
    // Requests that were sent after this one are owed an answer too: the last one closes the
    // connection.
    if (isLast(exchange) || (isStopping() && !decoder.hasMore())) {
      sendLast(answer, exchange);
      return;
    }
    write(answer, exchange, persistence(exchange), _ -> {});
    connection.proceed();
  }

  /// Sends the last answer of the connection.
  void sendLast(Answer answer, Exchange exchange) {
    connection.end();
    write(answer, exchange, Answer.Persistence.CLOSE, connection::sentLast);
    channel.flush();
  }

  private void write(
      Answer answer, Exchange exchange, Answer.Persistence persistence, Consumer<Boolean> then) {
    Answered answered = outbox.begin(exchange, answer.status());
    ByteBuf bytes = answer.encode(channel.alloc(), persistence);
    int length = bytes.readableBytes();
    outbox.await(channel.write(bytes), answered, length, then);
  }

  private boolean isLast(Exchange exchange) {
    return connection.isLeaving() || !exchange.keepsAlive();
  }

  private static Answer.Persistence persistence(Exchange exchange) {
    return exchange.isHttp10() ? Answer.Persistence.KEEP_ALIVE : Answer.Persistence.DEFAULT;
  }

  /// Sends the head of an answer whose body comes later.
  void open(Answer head, StreamedAnswer stream, Exchange exchange) {
    last = isLast(exchange) || isStopping() || stream.endsWithConnection();
    Answered answered = outbox.begin(exchange, head.status());
    ByteBuf bytes =
        head.encodeHead(
            channel.alloc(),
            last ? Answer.Persistence.CLOSE : persistence(exchange),
            stream.framingLine());
    int length = bytes.readableBytes();
    stream.begin(this, answered, channel.write(bytes), length);
  }

  /// Writes a part of the body of an answer.
  ChannelFuture write(ByteBuf part) {
    return channel.write(part);
  }

  /// Sends what was written.
  void flush() {
    channel.flush();
  }

  /// Goes on after an answer that was streamed, which ends the turn.
  void complete(StreamedAnswer answer, Exchange exchange) {
    if (last || isLast(exchange)) {
      connection.end();
      answer.complete(this, connection::sentLast);
    } else {
      answer.complete(this, _ -> {});
      connection.proceed();
    }
  }

  /// Answers a faulty request, which ends the turn.
  void refuse(Fault fault, Exchange exchange) {
    connection.refuse(fault, exchange);
  }

  /// Ends what the server sends. With TLS the closure alert goes first.
  void closeOutput() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    ChannelFuture told = tls == null ? channel.newSucceededFuture() : tls.closeOutbound();
    told.addListener(
        _ -> channel.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  /// Breaks off, so that the client sees that its answer is not whole.
  void breakOff() {
    channel.close();
  }
}
