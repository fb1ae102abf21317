package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.logging.LogLevel;
import java.util.concurrent.TimeUnit;

/// Watches the frames of one HTTP/2 connection, and refuses a client that sends floods of frames
/// which ask for nothing, or a frame or header block that does not end in time.
///
/// It is a logger to the codec, because a logger sees each frame first. Listeners do not see frames
/// of streams that have ended.
final class Http2FrameWatch extends Http2FrameLogger {
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(Http2Limits.CONTROL_SECONDS);

  /// A client allows more bytes for each part of an answer: on its stream and on the connection.
  private static final int UPDATES_PER_PART = 2;

  private final Runnable refuse;
  private final Deadline deadline;
  private final long frameNanos;
  private long windowStart = System.nanoTime();
  private int controlFrames;
  private long updatesExpected;
  private long frames;
  private long framesBefore;

  /// @param frameNanos how long a frame, or a header block of several, may take to arrive
  /// @param refuse called when a client is to be refused; may be called again
  Http2FrameWatch(EventLoop loop, long frameNanos, Runnable refuse) {
    super(LogLevel.TRACE, Http2FrameWatch.class);
    deadline = new Deadline(loop);
    this.frameNanos = frameNanos;
    this.refuse = refuse;
  }

  /// Notes that what arrived has been read.
  ///
  /// @param partial whether it ends within a frame
  void readComplete(boolean partial) {
    boolean arrived = frames != framesBefore;
    if (arrived) {
      framesBefore = frames;
      deadline.stop();
    }
    // Without a frame, what arrived is a part of one, or of a header block that goes on.
    if ((partial || !arrived) && !deadline.isRunning()) {
      deadline.start(refuse, frameNanos);
    }
  }

  /// Notes that the connection has ended.
  void stop() {
    deadline.stop();
  }

  private void countControl(Direction direction) {
    if (direction == Direction.OUTBOUND) {
      return;
    }
    frames++;
    long now = System.nanoTime();
    if (now - windowStart > WINDOW) {
      windowStart = now;
      controlFrames = 0;
    }
    controlFrames++;
    if (controlFrames > Http2Limits.CONTROL_FRAMES) {
      refuse.run();
    }
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext ctx,
      int stream,
      Http2Headers headers,
      int padding,
      boolean last) {
    frames++;
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext ctx,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    frames++;
  }

  @Override
  public void logData(
      Direction direction,
      ChannelHandlerContext ctx,
      int stream,
      ByteBuf data,
      int padding,
      boolean last) {
    if (direction == Direction.OUTBOUND) {
      updatesExpected += UPDATES_PER_PART;
    } else if (data.isReadable() || last) {
      frames++;
    } else {
      countControl(direction);
    }
  }

  @Override
  public void logWindowsUpdate(
      Direction direction, ChannelHandlerContext ctx, int stream, int increment) {
    if (direction == Direction.INBOUND && updatesExpected > 0) {
      updatesExpected--;
      frames++;
    } else {
      countControl(direction);
    }
  }

  @Override
  public void logPriority(
      Direction direction,
      ChannelHandlerContext ctx,
      int stream,
      int dependency,
      short weight,
      boolean exclusive) {
    countControl(direction);
  }

  @Override
  public void logRstStream(
      Direction direction, ChannelHandlerContext ctx, int stream, long errorCode) {
    countControl(direction);
  }

  @Override
  public void logSettingsAck(Direction direction, ChannelHandlerContext ctx) {
    countControl(direction);
  }

  @Override
  public void logSettings(Direction direction, ChannelHandlerContext ctx, Http2Settings settings) {
    countControl(direction);
  }

  @Override
  public void logPing(Direction direction, ChannelHandlerContext ctx, long data) {
    countControl(direction);
  }

  @Override
  public void logPingAck(Direction direction, ChannelHandlerContext ctx, long data) {
    countControl(direction);
  }

  @Override
  public void logPushPromise(
      Direction direction,
      ChannelHandlerContext ctx,
      int stream,
      int promised,
      Http2Headers headers,
      int padding) {
    countControl(direction);
  }

  @Override
  public void logGoAway(
      Direction direction, ChannelHandlerContext ctx, int last, long errorCode, ByteBuf debug) {
    countControl(direction);
  }

  @Override
  public void logUnknownFrame(
      Direction direction,
      ChannelHandlerContext ctx,
      byte type,
      int stream,
      Http2Flags flags,
      ByteBuf data) {
    countControl(direction);
  }
}
