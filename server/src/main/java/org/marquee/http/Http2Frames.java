package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;

/// Hands the requests of an HTTP/2 connection to its session, and the ends of their streams.
final class Http2Frames extends Http2EventAdapter {
  private final Http2Session session;

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
}
