package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A stream of HTTP/2, with its one exchange.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the stream
final class Http2Lane extends Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Lane.class);

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final Http2Session session;
  private final ChannelHandlerContext ctx;
  private final Http2Codec codec;
  private final Http2Stream stream;
  private final Deadline deadline;

  /// Bytes of the body that the client may not send again yet.
  private int held;

  private boolean reading = true;
  private boolean closed;

  Http2Lane(Http2Session session, ChannelHandlerContext ctx, Http2Codec codec, Http2Stream stream) {
    super(
        ctx.channel().eventLoop(),
        session.seat(),
        session.terms().settings().observer(),
        session.terms().stopping());
    this.session = session;
    this.ctx = ctx;
    this.codec = codec;
    this.stream = stream;
    deadline = new Deadline(loop());
  }

  /// Takes the head of the request.
  void begin(Http2Headers head, boolean whole) {
    Fault fault = Http2Head.faultIn(head);
    if (fault != null) {
      refuse(
          fault,
          session.terms().unreadable(this, "HEAD".contentEquals(String.valueOf(head.method()))));
      return;
    }
    Exchange exchange =
        session.terms().exchange(this, Http2Head.request(head, whole), session.seat());
    Fault found = exchange.fault();
    if (found != null && found.fatal()) {
      refuse(found, exchange);
      return;
    }
    Turn turn = new Turn(this, deadline, session.terms().headNanos(), exchange);
    begin(turn, session.terms().handler());
    if (whole) {
      receive(LastHttpContent.EMPTY_LAST_CONTENT, session.terms().handler());
    } else if (!deadline.isRunning() && turn.isArriving()) {
      deadline.start(() -> late(turn), session.terms().headNanos());
    }
  }

  private void late(Turn turn) {
    if (turn.isArriving()) {
      refuse(Fault.TOO_SLOW, turn.exchange());
    }
  }

  /// Takes a part of the body.
  ///
  /// @param size the bytes that it takes of what the client may send
  /// @return how many of these it may send again at once
  int receive(ByteBuf data, int size, boolean last) {
    HttpContent part = last ? new DefaultLastHttpContent(data) : new DefaultHttpContent(data);
    receive(part, session.terms().handler());
    if (reading || closed || turn() == null) {
      return size;
    }
    held += size;
    return 0;
  }

  /// Takes the fields after the body, which mean nothing here.
  void receiveTrailers() {
    receive(LastHttpContent.EMPTY_LAST_CONTENT, session.terms().handler());
  }

  @Override
  boolean isInputClosed() {
    return closed;
  }

  @Override
  boolean isStopping() {
    return session.terms().stopping().getAsBoolean();
  }

  @Override
  AnswerStream.Framing framing(boolean http10) {
    return AnswerStream.Framing.FRAMES;
  }

  @Override
  void read(boolean on) {
    reading = on;
    if (on && held > 0 && !closed) {
      int taken = held;
      held = 0;
      try {
        codec.connection().local().flowController().consumeBytes(stream, taken);
        session.flush();
      } catch (Http2Exception e) {
        codec.onError(ctx, true, e);
      }
    }
  }

  @Override
  void sendContinue() {
    ctx.write(frame(Unpooled.copiedBuffer(CONTINUE), false));
    stream.headersSent(true);
    session.flush();
  }

  @Override
  void pass(Runnable request) {
    session.pass(request);
  }

  @Override
  void send(Answer answer, Exchange exchange, boolean unread) {
    if (closed) {
      return;
    }
    session.answering();
    Answered answered = outbox().begin(exchange, answer.status());
    ByteBuf lines = answer.encodeHead(ctx.alloc());
    int length = lines.readableBytes();
    ByteBuf body = answer.encodeBody();
    int bodyLength = body.readableBytes();
    boolean bodiless = bodyLength == 0;
    ChannelFuture head = writeHead(lines, bodiless);
    ChannelFuture all = bodiless ? head : write(body, true);
    outbox().await(all, answered, length + bodyLength, sent -> end(sent && unread));
    endTurn();
    session.flush();
  }

  /// Without the codec, which has a slow way to pack fields and knows no other. An answer has one
  /// head and it comes first, so that it never waits for the client to allow more.
  private ChannelFuture writeHead(ByteBuf lines, boolean last) {
    ChannelFuture written = ctx.write(frame(lines, last));
    stream.headersSent(false);
    if (last) {
      codec.closeStreamLocal(stream, written);
    }
    return written;
  }

  private ByteBuf frame(ByteBuf lines, boolean last) {
    return session.heads().frame(ctx.alloc(), stream.id(), lines, last);
  }

  @Override
  Outbox.Streamed open(Answer head, AnswerStream body, Exchange exchange, boolean unread) {
    session.answering();
    Outbox.Streamed opened = outbox().stream(body, exchange, head.status());
    ByteBuf lines = head.encodeHead(ctx.alloc(), Answer.Persistence.DEFAULT, body.framingLine());
    int length = lines.readableBytes();
    opened.awaitHead(writeHead(lines, false), length);
    return opened;
  }

  @Override
  ChannelFuture write(ByteBuf part) {
    return write(part, false);
  }

  @Override
  ChannelFuture writeEnd() {
    return write(Unpooled.EMPTY_BUFFER, true);
  }

  private ChannelFuture write(ByteBuf part, boolean last) {
    int size = part.readableBytes();
    session.unsent(size);
    return codec
        .encoder()
        .writeData(ctx, stream.id(), part, 0, last, ctx.newPromise())
        .addListener(_ -> session.unsent(-size));
  }

  @Override
  void flush() {
    session.flush();
  }

  @Override
  void complete(Outbox.Streamed answer, boolean unread) {
    endTurn();
    answer.complete(sent -> end(sent && unread));
  }

  /// The client need not send the rest of a body that nobody reads (RFC 9113, 8.1).
  private void end(boolean unread) {
    if (unread) {
      reset(Http2Error.NO_ERROR);
    }
  }

  @Override
  void refuse(Fault fault, Exchange exchange) {
    deadline.stop();
    abandon(fault.message());
    send(exchange.refusal(fault), exchange, true);
  }

  @Override
  void setSendBuffer(int bytes) {
    ctx.channel().config().setOption(ChannelOption.SO_SNDBUF, bytes);
  }

  @Override
  void breakOff() {
    reset(Http2Error.INTERNAL_ERROR);
  }

  private void reset(Http2Error error) {
    if (!closed) {
      LOG.trace("stream {} is reset: {}", stream.id(), error);
      codec.resetStream(ctx, stream.id(), error.code(), ctx.newPromise());
      session.flush();
    }
  }

  /// Notes that the stream has ended, in whatever way.
  void closed() {
    closed = true;
    deadline.stop();
    abandon("the client is gone");
  }
}
