package org.marquee.http.connection;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.message.Fault;
import org.marquee.http.message.RequestDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection of HTTP/1.1: takes requests one at a time, answers them in order, and always
/// waits for a limited time.
///
/// Everything happens on the connection's event loop. Between two requests, and while the client
/// does not read an answer, the clock that runs is the idle time; within a head or a body it is the
/// deadline; while the handler is at work none is.
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private enum Phase {
    /// Between requests, or within a head.
    WAITING,
    /// It is the turn of a request.
    SERVING,
    /// The client does not read its answers: no more are sent for now.
    STALLED,
    /// The last answer is on its way, or sent.
    CLOSING
  }

  private final DuplexChannel channel;
  private final RequestDecoder decoder;
  private final ConnectionTerms terms;
  private final CountedConnection counted;
  private final Lane lane;
  private final Deadline deadline;
  private final Deadline idleCheck;
  private final Runnable flush;

  private Phase phase = Phase.WAITING;
  private boolean inputClosed;
  private boolean leaving;

  Connection(
      DuplexChannel channel,
      RequestDecoder decoder,
      CountedConnection counted,
      ConnectionTerms terms) {
    this.channel = channel;
    this.decoder = decoder;
    this.terms = terms;
    this.counted = counted;
    lane = new Lane(this, channel, decoder, counted, terms);
    deadline = lane.deadline();
    idleCheck = new Deadline(channel.eventLoop());
    flush = channel::flush;
  }

  /// Whether the client sends nothing more.
  boolean isInputClosed() {
    return inputClosed;
  }

  /// Whether another connection gets its place.
  boolean isLeaving() {
    return leaving;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    idleCheck.start(this::checkIdle, terms.idleNanos());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    switch (message) {
      case Fault fault -> refuse(fault, null);
      case HttpRequest head -> begin(head);
      case HttpContent content -> {
        try {
          lane.receive(content);
        } finally {
          content.release();
        }
      }
      default -> ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest head) {
    if (phase != Phase.WAITING) {
      return;
    }
    deadline.stop();
    terms.noteRequest(counted);
    if (head.decoderResult().isFailure()) {
      refuse(Fault.malformed("header", "the head of the request cannot be read"), null);
      return;
    }
    Exchange exchange = new Exchange(lane, head);
    Fault fault = exchange.fault();
    if (fault != null && fault.fatal()) {
      refuse(fault, exchange);
      return;
    }
    phase = Phase.SERVING;
    lane.begin(exchange);
  }

  /// Notes that the last answer is about to be sent.
  void end() {
    phase = Phase.CLOSING;
    lane.endTurn();
    decoder.discard();
    channel.config().setAutoRead(true);
  }

  /// Closes so that the client can read the last answer: a socket closed with unread input resets
  /// the connection, and the answer is lost on the way (RFC 9112, 9.6).
  void sentLast(boolean sent) {
    if (!sent || inputClosed || (leaving && !counted.hasSpoken())) {
      channel.close();
      return;
    }
    counted.rest();
    lane.closeOutput();
    deadline.start(channel::close, terms.times().linger().toNanos());
  }

  /// Goes on with the next request, if the client takes its answers.
  void proceed() {
    lane.endTurn();
    if (!channel.isWritable()) {
      channel.flush();
    }
    if (!channel.isWritable()) {
      phase = Phase.STALLED;
      channel.config().setAutoRead(false);
      return;
    }
    phase = Phase.WAITING;
    counted.rest();
    channel.config().setAutoRead(true);
    try {
      decoder.resume();
    } catch (Exception e) {
      channel.pipeline().fireExceptionCaught(e);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (phase == Phase.STALLED && channel.isWritable()) {
      proceed();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    FlushConsolidation.add(channel, flush);
    if (inputClosed) {
      settle();
    }
    if (!deadline.isRunning() && isMidRequest()) {
      deadline.start(this::refuseSlow, terms.headNanos());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      inputClosed = true;
      if (phase == Phase.CLOSING && lane.outbox().isEmpty()) {
        channel.close();
      }
      Turn turn = lane.turn();
      if (turn != null) {
        turn.inputEnded();
      }
      settle();
    } else if (event.equals(ConnectionEvent.DRAIN)) {
      drain();
    } else if (event.equals(ConnectionEvent.LEAVE)) {
      makeRoom();
    }
  }

  private void drain() {
    Turn turn = lane.turn();
    if (turn != null) {
      turn.drain();
    }
    idleCheck.start(this::endSilence, terms.silenceNanos());
  }

  private void endSilence() {
    if (phase == Phase.WAITING && !isMidRequest()) {
      settle();
    } else {
      drain();
    }
  }

  private void makeRoom() {
    leaving = true;
    if (phase == Phase.CLOSING && lane.outbox().isEmpty()) {
      channel.close();
    } else if (!counted.hasSpoken() && isMidRequest()) {
      // It does not linger: a client that sends endless heads would have two places.
      refuse(Fault.CROWDED, null);
    } else if (!isMidRequest()) {
      settle();
    }
  }

  /// Ends the connection if no request is under way.
  private void settle() {
    if (isMidRequest()) {
      if (inputClosed) {
        refuseUnderWay(Fault.CUT_SHORT);
      }
    } else if (phase == Phase.WAITING) {
      end();
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private boolean isMidRequest() {
    Turn turn = lane.turn();
    return turn == null ? phase == Phase.WAITING && decoder.isMidHead() : turn.isArriving();
  }

  /// Answers a faulty request, and ends the connection.
  void refuse(Fault fault, @Nullable Exchange exchange) {
    if (phase == Phase.CLOSING) {
      return;
    }
    deadline.stop();
    lane.abandon(fault.message());
    if (!leaving) {
      terms.noteRequest(counted);
    }
    Exchange refused = exchange == null ? new Exchange(lane, decoder.isHeadOnly()) : exchange;
    lane.sendLast(refused.refusal(fault), refused);
  }

  private void refuseSlow() {
    if (isMidRequest()) {
      refuseUnderWay(Fault.TOO_SLOW);
    }
  }

  private void refuseUnderWay(Fault fault) {
    Turn turn = lane.turn();
    refuse(fault, turn == null ? null : turn.exchange());
  }

  private void checkIdle() {
    boolean busy = phase == Phase.SERVING || isMidRequest();
    long left = terms.idleNanos() - (System.nanoTime() - counted.quietSinceNanos());
    if (left <= 0 && (!lane.outbox().isEmpty() || !busy)) {
      lane.outbox().cutOff();
      return;
    }
    idleCheck.start(this::checkIdle, left > 0 ? left : terms.idleNanos());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    phase = Phase.CLOSING;
    lane.abandon("the client is gone");
    deadline.stop();
    idleCheck.stop();
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.atError().setCause(cause).log("connection failed");
    }
    channel.close();
  }
}
