package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A stream of HTTP/2, with its one exchange, on the channel that Netty makes for it.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the stream
final class Http2Lane extends Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Lane.class);

  private final Http2Session session;
  private final Http2StreamChannel channel;
  private boolean begun;

  Http2Lane(Http2Session session, Http2StreamChannel channel, ConnectionTerms terms) {
    super(channel, session.counted(), terms);
    this.session = session;
    this.channel = channel;
    channel.pipeline().addLast(new Frames());
    channel
        .closeFuture()
        .addListener(_ -> {
          leave();
          session.ended(this);
        });
  }

  private final class Frames extends SimpleChannelInboundHandler<Http2StreamFrame> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Http2StreamFrame frame)
        throws Http2Exception {
      switch (frame) {
        case Http2HeadersFrame head when !begun -> begin(head);
        // The fields after the body mean nothing here.
        case Http2HeadersFrame _ -> receive(LastHttpContent.EMPTY_LAST_CONTENT);
        case Http2DataFrame part ->
            receive(
                part.isEndStream()
                    ? new DefaultLastHttpContent(part.content())
                    : new DefaultHttpContent(part.content()));
        default -> {}
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof Http2ResetFrame) {
        leave();
        // What has not been read would keep the channel.
        read();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      if (cause instanceof Http2Exception fault) {
        reset(fault.error());
        return;
      }
      // What TLS cannot read, the connection says.
      if (!(cause instanceof IOException || cause instanceof CodecException)) {
        LOG.atError().setCause(cause).log("a stream failed");
      }
      breakOff();
    }
  }

  private void begin(Http2HeadersFrame frame) throws Http2Exception {
    begun = true;
    session.begun(this);
    Http2Headers head = frame.headers();
    boolean whole = frame.isEndStream();
    Fault fault = Http2Head.faultIn(head);
    Exchange exchange;
    if (fault == null) {
      HttpRequest request = Http2Head.request(channel.stream().id(), head, whole);
      exchange = new Exchange(this, request);
      fault = exchange.fault();
    } else {
      exchange = new Exchange(this, "HEAD".contentEquals(String.valueOf(head.method())));
    }
    if (fault != null && fault.fatal()) {
      refuse(fault, exchange);
      return;
    }
    begin(exchange);
    if (whole) {
      receive(LastHttpContent.EMPTY_LAST_CONTENT);
    } else if (!deadline().isRunning()) {
      deadline().start(this::refuseSlow, terms().headNanos());
    }
  }

  private void refuseSlow() {
    Turn turn = turn();
    if (turn != null && turn.isArriving()) {
      refuse(Fault.TOO_SLOW, turn.exchange());
    }
  }

  @Override
  boolean isInputClosed() {
    return !channel.isOpen();
  }

  @Override
  AnswerStream.Framing framing(boolean http10) {
    return AnswerStream.Framing.FRAMES;
  }

  @Override
  void sendContinue() {
    channel.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("100")));
  }

  @Override
  void pass(Runnable request) {
    session.pass(request);
  }

  @Override
  void send(Answer answer, Exchange exchange) {
    if (!channel.isOpen()) {
      return;
    }
    session.answering();
    Answered answered = outbox().begin(exchange, answer.status());
    ByteBuf lines = answer.encodeHead(channel.alloc());
    ByteBuf body = answer.encodeBody();
    int length = lines.readableBytes() + body.readableBytes();
    boolean bodiless = !body.isReadable();
    ChannelFuture head = writeHead(lines, bodiless);
    ChannelFuture all = bodiless ? head : write(body, true);
    endTurn();
    outbox().await(all, answered, length, sent -> close(sent, exchange));
    flush();
  }

  private ChannelFuture writeHead(ByteBuf lines, boolean last) {
    return channel.write(new DefaultHttp2HeadersFrame(Http2Head.answer(lines), last));
  }

  @Override
  void open(Answer head, AnswerStream body, Exchange exchange) {
    session.answering();
    Answered answered = outbox().begin(exchange, head.status());
    ByteBuf lines =
        head.encodeHead(channel.alloc(), Answer.Persistence.DEFAULT, body.framingLine());
    int length = lines.readableBytes();
    body.begin(this, answered, writeHead(lines, false), length);
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
    return channel
        .write(new DefaultHttp2DataFrame(part, last))
        .addListener(_ -> session.unsent(-size));
  }

  @Override
  void complete(AnswerStream answer, Exchange exchange) {
    endTurn();
    answer.complete(this, sent -> close(sent, exchange));
  }

  /// Ends the stream after its answer. The client need not send the rest of a body that nobody
  /// reads (RFC 9113, 8.1).
  private void close(boolean sent, Exchange exchange) {
    if (sent && exchange.leavesBody() && channel.stream().state().remoteSideOpen()) {
      reset(Http2Error.NO_ERROR);
    } else {
      channel.close();
    }
  }

  @Override
  void refuse(Fault fault, Exchange exchange) {
    deadline().stop();
    abandon(fault.message());
    exchange.leaveBody();
    send(exchange.refusal(fault), exchange);
  }

  @Override
  void setSendBuffer(int bytes) {
    channel.parent().config().setOption(ChannelOption.SO_SNDBUF, bytes);
  }

  @Override
  void breakOff() {
    reset(Http2Error.INTERNAL_ERROR);
  }

  private void reset(Http2Error error) {
    if (channel.isOpen()) {
      channel.writeAndFlush(new DefaultHttp2ResetFrame(error));
      channel.close();
    }
  }

  private void leave() {
    deadline().stop();
    abandon("the client is gone");
  }
}
