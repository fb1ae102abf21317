package org.marquee.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.marquee.http.admission.CountedConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection of HTTP/2: its streams, which are lanes, and how it ends. On the event loop.
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
final class Http2Session extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Session.class);

  /// More streams than there can be: a GOAWAY that still lets all requests in.
  private static final int ALL = Integer.MAX_VALUE;

  private final DuplexChannel channel;
  private final CountedConnection counted;
  private final ConnectionTerms terms;
  private final Deadline idleCheck;
  private final Deadline lastRequests;
  private final Set<Http2Lane> lanes = new LinkedHashSet<>();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private long unsent;
  private boolean announced;
  private boolean ending;

  private Http2Session(DuplexChannel channel, CountedConnection counted, ConnectionTerms terms) {
    this.channel = channel;
    this.counted = counted;
    this.terms = terms;
    idleCheck = new Deadline(channel.eventLoop());
    lastRequests = new Deadline(channel.eventLoop());
  }

  /// Begins on a connection that has agreed on HTTP/2.
  static void begin(DuplexChannel channel, CountedConnection counted, ConnectionTerms terms) {
    Http2Session session = new Http2Session(channel, counted, terms);
    Http2FrameWatch watch =
        new Http2FrameWatch(new Deadline(channel.eventLoop()), terms.headNanos(), session::refuse);
    int streams = terms.settings().connections().streams();
    ChannelInitializer<Http2StreamChannel> lanes =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Http2StreamChannel stream) {
            new Http2Lane(session, stream, terms);
          }
        };
    channel
        .pipeline()
        .addLast(
            new Flushes(),
            watch,
            new Http2Codec(streams, watch.parts()).build(),
            new Http2MultiplexHandler(lanes),
            session);
  }

  /// Sends frames together with those of other connections.
  private static final class Flushes extends ChannelOutboundHandlerAdapter {
    @Override
    public void flush(ChannelHandlerContext ctx) {
      FlushConsolidation.add(ctx.channel(), ctx::flush);
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
      ctx.flush();
      ctx.close(promise);
    }
  }

  CountedConnection counted() {
    return counted;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    idleCheck.start(this::checkIdle, terms.idleNanos());
  }

  /// Notes that a request begins.
  void begun(Http2Lane lane) {
    lanes.add(lane);
    terms.noteRequest(counted);
  }

  /// Notes that a stream has ended, in whatever way.
  void ended(Http2Lane lane) {
    if (lanes.remove(lane) && lanes.isEmpty()) {
      counted.rest();
      if (ending) {
        close();
      }
    }
  }

  /// Has a request handled, once the client has taken enough of earlier answers.
  void pass(Runnable request) {
    if (unsent < Http2Limits.UNSENT) {
      request.run();
    } else {
      waiting.add(request);
    }
  }

  /// Notes that so many bytes wait for the client, or wait no more.
  void unsent(int bytes) {
    unsent += bytes;
    if (bytes < 0 && !waiting.isEmpty() && unsent < Http2Limits.UNSENT) {
      channel.eventLoop().execute(this::passWaiting);
    }
  }

  private void passWaiting() {
    while (unsent < Http2Limits.UNSENT && !waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  /// Notes that an answer begins: where the server stops, the client gets a GOAWAY.
  void answering() {
    if (terms.stopping().getAsBoolean()) {
      announce();
    }
  }

  private void announce() {
    if (!announced) {
      announced = true;
      goAway(Http2Error.NO_ERROR, ALL);
    }
  }

  /// @param more streams that are still let in
  private void goAway(Http2Error error, int more) {
    channel.writeAndFlush(new DefaultHttp2GoAwayFrame(error).setExtraStreamIds(more));
  }

  /// Ends the connection at once: the client floods it, or does not finish what it sends.
  private void refuse() {
    ending = true;
    LOG.debug("a client is refused for the frames that it sends");
    goAway(Http2Error.ENHANCE_YOUR_CALM, 0);
    channel.config().setAutoRead(false);
    channel.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      eachTurn(Turn::inputEnded);
      end();
    } else if (event.equals(ConnectionEvent.DRAIN)) {
      announce();
      eachTurn(Turn::drain);
      lastRequests.start(this::end, terms.silenceNanos());
    } else if (event.equals(ConnectionEvent.LEAVE)) {
      end();
    }
  }

  /// Takes no more requests, and closes with the last answer.
  private void end() {
    if (!ending) {
      ending = true;
      goAway(Http2Error.NO_ERROR, 0);
    }
    if (lanes.isEmpty()) {
      close();
    }
  }

  private void close() {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void eachTurn(Consumer<Turn> what) {
    for (Http2Lane lane : List.copyOf(lanes)) {
      Turn turn = lane.turn();
      if (turn != null) {
        what.accept(turn);
      }
    }
  }

  /// Cuts off streams that the client does not read, and ends an idle connection.
  private void checkIdle() {
    long most = terms.idleNanos();
    boolean stalled = !channel.isWritable();
    long quiet = System.nanoTime() - counted.quietSinceNanos();
    if (quiet >= most && (lanes.isEmpty() || stalled)) {
      eachTurn(turn -> turn.abandon("the client does not read"));
      end();
      channel.close();
      return;
    }
    for (Http2Lane lane : List.copyOf(lanes)) {
      if (lane.outbox().stalledNanos() >= most) {
        lane.outbox().cutOff();
      }
    }
    idleCheck.start(this::checkIdle, Math.max(most / 4, 1));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    idleCheck.stop();
    lastRequests.stop();
    waiting.clear();
    List.copyOf(lanes).forEach(Http2Lane::breakOff);
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof Http2Exception) {
      // The codec says so to the client, and closes.
      LOG.debug("a connection of HTTP/2 ends: {}", String.valueOf(cause));
      return;
    }
    if (!(cause instanceof IOException)) {
      LOG.atError().setCause(cause).log("connection failed");
    }
    channel.close();
  }
}
