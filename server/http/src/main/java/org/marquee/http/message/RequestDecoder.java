package org.marquee.http.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decodes requests one at a time: after each it waits for [#resume()], and leaves what the client
/// has already sent of the next one undecoded.
///
/// The codec gets a head only when it is complete and [HeadScan] has let it pass; a [Fault] goes
/// down the pipeline in its place otherwise, and nothing after it.
public final class RequestDecoder extends HttpRequestDecoder {
  /// What is read and thrown away after the last answer, so that the client can read that.
  private static final long DISCARD_LIMIT = 16L * 1024 * 1024;

  /// So much is read ahead of what is answered, when it is.
  public static final int AHEAD_LIMIT = 64 * 1024;

  /// The most that a request line has, in bytes.
  public static final int REQUEST_LINE_LIMIT = HeadScan.REQUEST_LINE_LIMIT;

  /// The most that all header fields have, in bytes.
  public static final int HEADERS_LIMIT = HeadScan.HEADERS_LIMIT;

  private final HeadScan head = new HeadScan();

  private @Nullable ChannelHandlerContext context;
  private boolean inBody;
  private boolean headOnly;
  private boolean paused;
  private boolean reading;
  private boolean discarding;
  private long discarded;

  public RequestDecoder() {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(HeadScan.REQUEST_LINE_LIMIT)
            .setMaxHeaderSize(HeadScan.HEADERS_LIMIT)
            .setStrictLineParsing(true)
            .setUseRfc9112TransferEncoding(true));
  }

  /// Goes on with the next request.
  public void resume() throws Exception {
    paused = false;
    if (context == null || reading) {
      return;
    }
    if (actualReadableBytes() > 0) {
      channelRead(context, Unpooled.EMPTY_BUFFER);
    }
    channelReadComplete(context);
  }

  /// Throws away whatever else arrives.
  public void discard() {
    discarding = true;
  }

  /// Whether the client has sent anything after the request that is being answered.
  public boolean hasMore() {
    return actualReadableBytes() > 0;
  }

  /// Whether the request that arrived last, or is arriving, is HEAD, sound or not.
  public boolean isHeadOnly() {
    return headOnly;
  }

  /// Whether a head has begun to arrive and is not complete.
  public boolean isMidHead() {
    return !paused && head.isUnderWay();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    reading = true;
    try {
      super.channelRead(ctx, message);
    } finally {
      reading = false;
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (discarding) {
      discard(ctx, in);
    } else if (inBody) {
      decodeNext(ctx, in, out);
    } else if (!paused) {
      decodeHead(ctx, in, out);
    } else if (in.readableBytes() > AHEAD_LIMIT) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  private void decodeHead(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws Exception {
    if (!head.isUnderWay()) {
      skipEmptyLines(in);
    }
    if (in.readableBytes() == 1 && in.getByte(in.readerIndex()) == '\r') {
      return;
    }
    headOnly = HeadScan.asksForHead(in);
    Fault fault = head.scan(in);
    if (fault != null) {
      discarding = true;
      in.skipBytes(in.readableBytes());
      out.add(fault);
    } else if (head.isComplete()) {
      inBody = true;
      decodeNext(ctx, in, out);
    }
  }

  /// Some clients send an empty line after a body (RFC 9112, 2.2).
  private static void skipEmptyLines(ByteBuf in) {
    while (in.readableBytes() > 1
        && in.getByte(in.readerIndex()) == '\r'
        && in.getByte(in.readerIndex() + 1) == '\n') {
      in.skipBytes(2);
    }
  }

  private void decodeNext(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws Exception {
    super.decode(ctx, in, out);
    if (!out.isEmpty() && out.getLast() instanceof LastHttpContent) {
      inBody = false;
      paused = true;
      head.reset();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
  private void discard(ChannelHandlerContext ctx, ByteBuf in) {
    discarded += in.readableBytes();
    in.skipBytes(in.readableBytes());
    if (discarded > DISCARD_LIMIT) {
      ctx.close();
    }
  }

  /// A request without framing has no body; the codec would give one to those that open an ancient
  /// web socket.
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return !message.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
        && !message.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
  }

  /// Two lengths are an attack, not a choice (RFC 9112, 6.3).
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Transfer-Encoding and Content-Length");
  }

  /// The codec takes the end of the input for the end of the connection and drops what is not yet
  /// decoded; requests that wait their turn are still owed an answer.
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent) {
      ctx.fireUserEventTriggered(event);
    } else {
      super.userEventTriggered(ctx, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    discarding = true;
    super.channelInactive(ctx);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    in.skipBytes(in.readableBytes());
  }
}
