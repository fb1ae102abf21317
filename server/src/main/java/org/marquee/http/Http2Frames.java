package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;

/// Hands what a client of HTTP/2 sends to its session, and counts the frames that carry no request.
final class Http2Frames extends Http2EventAdapter {
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(Http2Limits.CONTROL_SECONDS);

  private final Http2Session session;
  private long windowStart = System.nanoTime();
  private int frames;

  Http2Frames(Http2Session session) {
    this.session = session;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx, int id, Http2Headers headers, int padding, boolean last)
      throws Http2Exception {
    session.head(ctx, id, headers, last);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int id,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last)
      throws Http2Exception {
    session.head(ctx, id, headers, last);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int id, ByteBuf data, int padding, boolean last) {
    Http2Lane lane = session.lane(session.codec().connection().stream(id));
    int size = data.readableBytes() + padding;
    return lane == null ? size : lane.receive(data, size, last);
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    session.ended(stream);
  }

  /// By then the codec has done what the client wants.
  @Override
  public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings)
      throws Http2Exception {
    Long table = settings.headerTableSize();
    if (table != null && table > Http2Limits.HEADER_TABLE) {
      session
          .codec()
          .encoder()
          .configuration()
          .headersConfiguration()
          .maxHeaderTableSize(Http2Limits.HEADER_TABLE);
    }
    count();
  }

  @Override
  public void onPingRead(ChannelHandlerContext ctx, long data) {
    count();
  }

  @Override
  public void onPingAckRead(ChannelHandlerContext ctx, long data) {
    count();
  }

  @Override
  public void onSettingsAckRead(ChannelHandlerContext ctx) {
    count();
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext ctx, int id, int dependency, short weight, boolean exclusive) {
    count();
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext ctx, byte type, int id, Http2Flags flags, ByteBuf payload) {
    count();
  }

  private void count() {
    long now = System.nanoTime();
    if (now - windowStart > WINDOW) {
      windowStart = now;
      frames = 0;
    }
    frames++;
    if (frames == Http2Limits.CONTROL_FRAMES + 1) {
      session.refuseFlood();
    }
  }
}
