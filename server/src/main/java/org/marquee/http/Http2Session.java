package org.marquee.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection of HTTP/2: its streams, which are lanes, and how it ends. On the event loop.
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
final class Http2Session extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Session.class);

  /// The last stream id of a GOAWAY that still lets all requests in: the highest there is.
  private static final int ALL = Integer.MAX_VALUE;

  private final SocketChannel channel;
  private final CountedConnection seat;
  private final ConnectionTerms terms;
  private final Http2FrameWatch watch;
  private final Http2Codec codec;
  private final Http2AnswerHeads heads = new Http2AnswerHeads();
  private final Http2Connection.PropertyKey laneKey;
  private final Deadline idleCheck;
  private final Deadline lastRequests;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext codecContext;
  private int streams;
  private long unsent;
  private boolean announced;
  private boolean ending;
  private boolean refused;
  private boolean flushing;

  private Http2Session(SocketChannel channel, CountedConnection seat, ConnectionTerms terms) {
    this.channel = channel;
    this.seat = seat;
    this.terms = terms;
    Http2Frames frames = new Http2Frames(this);
    watch = new Http2FrameWatch(channel.eventLoop(), terms.headNanos(), this::refuse);
    codec = Http2Codec.reporting(frames, watch, terms.settings().connections().streams());
    codec.connection().addListener(frames);
    laneKey = codec.connection().newKey();
    idleCheck = new Deadline(channel.eventLoop());
    lastRequests = new Deadline(channel.eventLoop());
  }

  /// Begins on a connection that has agreed on HTTP/2.
  static void begin(SocketChannel channel, CountedConnection seat, ConnectionTerms terms) {
    Http2Session session = new Http2Session(channel, seat, terms);
    channel.pipeline().addLast(session.codec, session);
  }

  CountedConnection seat() {
    return seat;
  }

  ConnectionTerms terms() {
    return terms;
  }

  Http2Codec codec() {
    return codec;
  }

  Http2AnswerHeads heads() {
    return heads;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    codecContext = channel.pipeline().context(codec);
    idleCheck.start(this::checkIdle, terms.idleNanos());
  }

  /// Takes a head: that of a request, or the fields after its body.
  void head(ChannelHandlerContext ctx, int id, Http2Headers head, boolean last)
      throws Http2Exception {
    Http2Stream stream = codec.connection().stream(id);
    Http2Lane known = lane(stream);
    if (known != null) {
      if (!last) {
        throw Http2Exception.streamError(
            id, Http2Error.PROTOCOL_ERROR, "fields within the body of stream %d", id);
      }
      known.receiveTrailers();
      return;
    }
    Http2Lane lane = new Http2Lane(this, ctx, codec, stream);
    stream.setProperty(laneKey, lane);
    streams++;
    if (seat.begin()) {
      terms.others().spoke(seat);
    }
    lane.begin(head, last);
  }

  @Nullable Http2Lane lane(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(laneKey);
  }

  /// Notes that a stream has ended.
  void ended(Http2Stream stream) {
    Http2Lane lane = lane(stream);
    if (lane == null) {
      return;
    }
    streams--;
    lane.closed();
    if (streams == 0) {
      seat.rest();
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
      goAway(ALL, Http2Error.NO_ERROR);
    }
  }

  private void goAway(int last, Http2Error error) {
    if (codecContext != null) {
      codec.goAway(
          codecContext, last, error.code(), Unpooled.EMPTY_BUFFER, codecContext.newPromise());
      flush();
    }
  }

  /// Sends what was written, with what else is written now.
  void flush() {
    if (!flushing && !codec.isReading()) {
      flushing = true;
      channel.eventLoop().execute(this::flushNow);
    }
  }

  private void flushNow() {
    flushing = false;
    if (codecContext != null) {
      codec.flush(codecContext);
    }
  }

  /// Ends the connection at once: the client floods it, or does not finish what it sends.
  private void refuse() {
    if (refused) {
      return;
    }
    refused = true;
    ending = true;
    LOG.debug("a client is refused for the frames that it sends");
    goAway(codec.connection().remote().lastStreamCreated(), Http2Error.ENHANCE_YOUR_CALM);
    channel.config().setAutoRead(false);
    flushNow();
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
      goAway(codec.connection().remote().lastStreamCreated(), Http2Error.NO_ERROR);
    }
    if (streams == 0) {
      close();
    }
  }

  private void close() {
    flushNow();
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void eachTurn(Consumer<Turn> what) {
    for (Http2Lane lane : lanes()) {
      Turn turn = lane.turn();
      if (turn != null) {
        what.accept(turn);
      }
    }
  }

  private List<Http2Lane> lanes() {
    List<Http2Lane> lanes = new ArrayList<>();
    try {
      codec
          .connection()
          .forEachActiveStream(stream -> {
            Http2Lane lane = lane(stream);
            return lane == null || lanes.add(lane);
          });
    } catch (Http2Exception e) {
      throw new IllegalStateException("collecting streams cannot fail", e);
    }
    return lanes;
  }

  /// Cuts off streams that the client does not read, and ends an idle connection.
  private void checkIdle() {
    long most = terms.idleNanos();
    boolean stalled = !channel.isWritable();
    long quiet = System.nanoTime() - seat.quietSinceNanos();
    if (quiet >= most && (streams == 0 || stalled)) {
      eachTurn(turn -> turn.abandon("the client does not read"));
      end();
      channel.close();
      return;
    }
    for (Http2Lane lane : lanes()) {
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
    watch.stop();
    idleCheck.stop();
    lastRequests.stop();
    waiting.clear();
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
