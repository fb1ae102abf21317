package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection: takes requests one at a time, answers them in order, and never waits for ever.
///
/// Everything happens on the connection's event loop. Between two requests the clock that runs is
/// the idle time; within a head or a body it is the deadline; while the handler is at work none is.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows when its listener closes
final class Connection extends ChannelInboundHandlerAdapter {
  /// Tells a connection that the server drains: it ends with its next answer, or when none is asked
  /// for in a while.
  static final Object DRAIN = new Object();

  /// How long a silent connection is waited for when the server drains: its next request may be on
  /// its way.
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /// Tells a connection that another one needs its place. It ends at once if nothing is under way,
  /// else with the answer to that.
  private static final Object LEAVE = new Object();

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private enum Phase {
    /// Between requests, or within a head.
    WAITING,
    /// Within the body of `current`.
    BODY,
    /// `current` is with the handler.
    ANSWERING,
    /// The client does not take its answers: it gets no more of them for now.
    STALLED,
    /// The last answer is on its way, or sent.
    CLOSING
  }

  private final SocketChannel channel;
  private final RequestDecoder decoder;
  private final ServerSettings settings;
  private final Handler handler;
  private final AnswerEncoder answers;
  private final BooleanSupplier stopping;
  private final OpenConnections others;
  private final CountedConnection seat;
  private final Deadline deadline;
  private final Deadline idleCheck;

  private Phase phase = Phase.WAITING;
  private @Nullable Exchange current;
  private int received;
  private int unsent;
  private boolean inputClosed;
  private boolean spoken;
  private boolean leaving;
  private boolean cutOff;

  Connection(
      SocketChannel channel,
      RequestDecoder decoder,
      ServerSettings settings,
      Handler handler,
      AnswerEncoder answers,
      BooleanSupplier stopping,
      OpenConnections others) {
    this.channel = channel;
    this.decoder = decoder;
    this.settings = settings;
    this.handler = handler;
    this.answers = answers;
    this.stopping = stopping;
    this.others = others;
    seat =
        new CountedConnection(
            channel.remoteAddress().getAddress(),
            () -> channel.pipeline().fireUserEventTriggered(LEAVE));
    deadline = new Deadline(channel.eventLoop());
    idleCheck = new Deadline(channel.eventLoop());
  }

  /// Its place among the connections of the server.
  CountedConnection seat() {
    return seat;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    idleCheck.start(this::checkIdle, settings.idleTime().toNanos());
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    switch (message) {
      case Fault fault -> refuse(fault, null);
      case HttpRequest head -> begin(head);
      case HttpContent content -> {
        try {
          receive(content);
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
    speak();
    if (head.decoderResult().isFailure()) {
      refuse(Fault.malformed("header", "the head of the request cannot be read"), null);
      return;
    }
    Exchange exchange = new Exchange(this, answers, head, seat.peer());
    Fault fault = exchange.fault();
    if (fault != null && fault.fatal()) {
      refuse(fault, exchange);
      return;
    }
    current = exchange;
    received = 0;
    phase = Phase.BODY;
    if (exchange.expectsContinue()) {
      channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  private void speak() {
    seat.begin();
    if (!spoken) {
      spoken = true;
      others.spoke(seat);
    }
  }

  private void receive(HttpContent content) {
    Exchange exchange = current;
    if (phase != Phase.BODY || exchange == null) {
      return;
    }
    received += content.content().readableBytes();
    if (content.decoderResult().isFailure()) {
      refuse(Fault.malformed("body", "the chunks of the body cannot be read"), exchange);
    } else if (received > MessageSyntax.BODY_LIMIT) {
      refuse(Fault.BODY_TOO_LARGE, exchange);
    } else if (content instanceof LastHttpContent) {
      serve(exchange);
    }
  }

  private void serve(Exchange exchange) {
    deadline.stop();
    phase = Phase.ANSWERING;
    exchange.passTo(handler);
    if (phase == Phase.ANSWERING && !stopping.getAsBoolean()) {
      // Nothing more is read until the answer is there: the client's next requests wait with it.
      channel.config().setAutoRead(false);
    }
  }

  boolean isOnItsLoop() {
    return channel.eventLoop().inEventLoop();
  }

  /// Sends an answer, from any thread.
  void deliver(Exchange exchange, Answer answer) {
    EventLoop loop = channel.eventLoop();
    if (loop.inEventLoop()) {
      answer(exchange, answer);
      return;
    }
    try {
      loop.execute(() -> answer(exchange, answer));
    } catch (RejectedExecutionException _) {
      // The server has closed, and the connection with it.
    }
  }

  private void answer(Exchange exchange, Answer answer) {
    if (exchange != current || phase != Phase.ANSWERING) {
      return;
    }
    current = null;
    seat.answered();
    Answered answered = observe(exchange, answer);
    // Requests that were sent after this one are owed an answer too: the last one says goodbye.
    boolean goodbye = leaving || (stopping.getAsBoolean() && !decoder.hasMore());
    if (goodbye || !exchange.keepsAlive()) {
      writeLast(answer, answered);
      return;
    }
    write(
        answer,
        answered,
        exchange.isHttp10() ? Answer.Persistence.KEEP_ALIVE : Answer.Persistence.DEFAULT,
        this::sent);
    proceed();
  }

  private void write(
      Answer answer,
      Answered answered,
      Answer.Persistence persistence,
      Consumer<ChannelFuture> then) {
    unsent++;
    ByteBuf bytes = answer.encode(channel.alloc(), persistence);
    int length = bytes.readableBytes();
    channel.write(bytes).addListener((ChannelFuture write) -> {
      unsent--;
      settings.observer().ended(answered, write.isSuccess() ? length : 0, delivery(write));
      then.accept(write);
    });
  }

  private Delivery delivery(ChannelFuture write) {
    if (write.isSuccess()) {
      return Delivery.SENT;
    }
    return cutOff ? Delivery.CUT_OFF : Delivery.CLIENT_GONE;
  }

  private void writeLast(Answer answer, Answered answered) {
    phase = Phase.CLOSING;
    decoder.discard();
    write(answer, answered, Answer.Persistence.CLOSE, this::sentLast);
    channel.flush();
    channel.config().setAutoRead(true);
  }

  private void sent(ChannelFuture write) {
    if (!write.isSuccess()) {
      channel.close();
    }
  }

  /// Closes so that the client can read the last answer: a socket closed with unread input resets
  /// the connection, and the answer is lost on the way (RFC 9112, 9.6).
  private void sentLast(ChannelFuture write) {
    if (!write.isSuccess() || inputClosed || (leaving && !spoken)) {
      channel.close();
      return;
    }
    seat.rest();
    channel.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    deadline.start(channel::close, settings.lingerTime().toNanos());
  }

  private void proceed() {
    if (!channel.isWritable()) {
      channel.flush();
    }
    if (!channel.isWritable()) {
      phase = Phase.STALLED;
      channel.config().setAutoRead(false);
      return;
    }
    phase = Phase.WAITING;
    seat.rest();
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
    channel.flush();
    if (inputClosed) {
      settle();
    }
    if (!deadline.isRunning() && isMidRequest()) {
      deadline.start(this::late, settings.headTime().toNanos());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputClosed = true;
      if (phase == Phase.CLOSING && unsent == 0) {
        channel.close();
      }
      settle();
    } else if (event.equals(DRAIN)) {
      drain();
    } else if (event.equals(LEAVE)) {
      makeRoom();
    }
  }

  /// What a client sends while its answer is being made is read now, because it decides whether
  /// that answer is the last.
  private void drain() {
    if (phase == Phase.ANSWERING) {
      channel.config().setAutoRead(true);
    }
    long silence = Math.min(SILENCE.toNanos(), settings.drainTime().toNanos());
    idleCheck.start(this::endSilence, silence);
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
    if (phase == Phase.CLOSING && unsent == 0) {
      channel.close();
    } else if (!spoken && isMidRequest()) {
      // It does not linger then: who sends heads that never end would have two places.
      refuse(Fault.CROWDED, null);
    } else if (!isMidRequest()) {
      settle();
    }
  }

  /// Ends the connection if there is no more to come and nothing more to do.
  private void settle() {
    if (isMidRequest()) {
      if (inputClosed) {
        refuse(Fault.CUT_SHORT, current);
      }
    } else if (phase == Phase.WAITING) {
      phase = Phase.CLOSING;
      decoder.discard();
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private boolean isMidRequest() {
    return phase == Phase.BODY || (phase == Phase.WAITING && decoder.isMidHead());
  }

  /// Answers what cannot be served, and ends the connection.
  private void refuse(Fault fault, @Nullable Exchange exchange) {
    if (phase == Phase.CLOSING) {
      return;
    }
    deadline.stop();
    if (!leaving) {
      speak();
    }
    current = null;
    Exchange refused =
        exchange == null ? new Exchange(this, answers, decoder.isHeadOnly()) : exchange;
    Answer answer = refused.refusal(fault);
    seat.answered();
    writeLast(answer, observe(refused, answer));
  }

  private Answered observe(Exchange exchange, Answer answer) {
    Answered answered = exchange.answered(answer.status());
    settings.observer().answers(answered);
    return answered;
  }

  private void late() {
    if (isMidRequest()) {
      refuse(Fault.TOO_SLOW, current);
    }
  }

  private void checkIdle() {
    boolean busy = phase == Phase.ANSWERING || isMidRequest();
    long left = settings.idleTime().toNanos() - (System.nanoTime() - seat.quietSinceNanos());
    if (left <= 0 && (unsent > 0 || !busy)) {
      cutOff = true;
      channel.close();
      return;
    }
    idleCheck.start(this::checkIdle, left > 0 ? left : settings.idleTime().toNanos());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    phase = Phase.CLOSING;
    current = null;
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
