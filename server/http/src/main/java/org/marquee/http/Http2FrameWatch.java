package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.logging.LogLevel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/// Watches the frames of one HTTP/2 connection before the codec reads them, and refuses a client
/// that sends floods of frames which ask for nothing, or a frame or header block that does not end
/// in time.
///
/// It reads the headers of frames alone (RFC 9113, 4.1). Behind the codec nobody sees the frames of
/// streams that have ended.
final class Http2FrameWatch extends ChannelInboundHandlerAdapter {
  private static final int PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length();
  private static final int FRAME_HEADER = 9;
  private static final int MOST_PADDING = 255 + 1;
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(Http2Limits.CONTROL_SECONDS);

  /// A client allows more bytes for each part of an answer: on its stream and on the connection.
  private static final int UPDATES_PER_PART = 2;

  private final Runnable refuse;
  private final Deadline deadline;
  private final long frameNanos;

  /// The first octets of a frame's header: length, type, flags.
  private long header;

  private int headerLength;

  /// What is to come of the preface, or of a frame's payload.
  private int left = PREFACE;

  private boolean inBlock;
  private boolean arrived;
  private boolean ended;
  private boolean refused;
  private long windowStart = System.nanoTime();
  private int controlFrames;
  private long updatesExpected;

  /// @param frameNanos how long a frame, or a header block of several, may take to arrive
  /// @param refuse called once, when a client is to be refused
  Http2FrameWatch(Deadline deadline, long frameNanos, Runnable refuse) {
    this.deadline = deadline;
    this.frameNanos = frameNanos;
    this.refuse = refuse;
  }

  /// What the codec tells of the parts of answers that it sends.
  Http2FrameLogger parts() {
    return new Http2FrameLogger(LogLevel.TRACE, Http2FrameWatch.class) {
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
        }
      }
    };
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf bytes) {
      arrived = true;
      scan(bytes);
    }
    if (refused) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private void scan(ByteBuf bytes) {
    for (int at = bytes.readerIndex(); at < bytes.writerIndex(); ) {
      if (left > 0) {
        int step = Math.min(left, bytes.writerIndex() - at);
        at += step;
        left -= step;
      } else {
        // Of the nine octets the stream's number falls out.
        header = headerLength < 5 ? header << 8 | bytes.getUnsignedByte(at) : header;
        at++;
        headerLength++;
        if (headerLength == FRAME_HEADER) {
          headerLength = 0;
          begin(
              (int) (header >> 16) & 0xffffff,
              (byte) (header >> 8),
              new Http2Flags((short) (header & 0xff)));
        }
      }
      ended |= isBetween();
    }
  }

  private boolean isBetween() {
    return left == 0 && headerLength == 0 && !inBlock;
  }

  private void begin(int length, byte type, Http2Flags flags) {
    left = length;
    switch (type) {
      case Http2FrameTypes.HEADERS, Http2FrameTypes.CONTINUATION -> inBlock = !flags.endOfHeaders();
      case Http2FrameTypes.DATA -> {
        boolean empty = length == 0 || (flags.paddingPresent() && length <= MOST_PADDING);
        if (empty && !flags.endOfStream()) {
          countControl();
        }
      }
      case Http2FrameTypes.WINDOW_UPDATE -> {
        if (updatesExpected > 0) {
          updatesExpected--;
        } else {
          countControl();
        }
      }
      default -> countControl();
    }
  }

  private void countControl() {
    long now = System.nanoTime();
    if (now - windowStart > WINDOW) {
      windowStart = now;
      controlFrames = 0;
    }
    controlFrames++;
    if (controlFrames > Http2Limits.CONTROL_FRAMES) {
      refuse();
    }
  }

  private void refuse() {
    if (!refused) {
      refused = true;
      refuse.run();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (ended) {
      deadline.stop();
    }
    if (arrived && !isBetween() && !deadline.isRunning()) {
      deadline.start(this::refuse, frameNanos);
    }
    arrived = false;
    ended = false;
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    deadline.stop();
    ctx.fireChannelInactive();
  }
}
