package org.marquee.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Netty's codec of HTTP/2 frames with all limits set, also those that are its defaults.
final class Http2Codec extends Http2ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Codec.class);

  private final Http2FrameWatch watch;
  private boolean reading;
  private boolean completing;

  private Http2Codec(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      Http2FrameWatch watch) {
    // Closing a channel only closes it; we decide what is sent before.
    super(decoder, encoder, settings, true, true);
    this.watch = watch;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    reading = true;
    super.channelRead(ctx, message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (reading) {
      reading = false;
      watch.readComplete(actualReadableBytes() > 0);
    }
    completing = true;
    super.channelReadComplete(ctx);
    completing = false;
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (completing) {
      FlushConsolidation.add(
          ctx.channel().eventLoop(),
          () -> super.flush(ctx),
          Connection.pendingBytes(ctx.channel()));
    } else {
      super.flush(ctx);
    }
  }

  /// Whether frames are being read, after which the codec sends what was written.
  boolean isReading() {
    return reading;
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception why) {
    LOG.debug("a connection of HTTP/2 ends: {}", String.valueOf(cause));
    super.onConnectionError(ctx, outbound, cause, why);
  }

  /// The codec of a new connection.
  ///
  /// @param streams how many requests it may have under way at once
  static Http2Codec reporting(Http2FrameListener listener, Http2FrameWatch watch, int streams) {
    Http2Connection connection = new DefaultHttp2Connection(true);
    // Streams are served evenly: for priorities, clients could make us keep a large tree.
    connection
        .remote()
        .flowController(
            new DefaultHttp2RemoteFlowController(
                connection, new UniformStreamByteDistributor(connection)));
    // The settings count when the client confirms them, which it might never do.
    connection.remote().maxActiveStreams(streams);
    return new Builder(connection, listener, watch, streams).build();
  }

  private static final class Builder
      extends AbstractHttp2ConnectionHandlerBuilder<Http2Codec, Builder> {
    private final Http2FrameWatch watch;

    Builder(
        Http2Connection connection,
        Http2FrameListener listener,
        Http2FrameWatch watch,
        int streams) {
      this.watch = watch;
      connection(connection);
      frameLogger(watch);
      frameListener(listener);
      initialSettings(
          new Http2Settings()
              .maxConcurrentStreams(streams)
              .maxHeaderListSize(Http2Limits.HEADER_BLOCK));
      validateHeaders(true);
      decoderEnforceMaxSmallContinuationFrames(Http2Limits.SMALL_CONTINUATIONS);
      decoderEnforceMaxConsecutiveEmptyDataFrames(Http2Limits.EMPTY_DATA_FRAMES);
      decoderEnforceMaxRstFramesPerWindow(Http2Limits.RESETS, Http2Limits.RESET_SECONDS);
      encoderEnforceMaxRstFramesPerWindow(Http2Limits.RESETS, Http2Limits.RESET_SECONDS);
      encoderEnforceMaxQueuedControlFrames(Http2Limits.QUEUED_CONTROL_FRAMES);
      encoderIgnoreMaxHeaderListSize(true);
    }

    @Override
    protected Http2Codec build() {
      return super.build();
    }

    @Override
    protected Http2Codec build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
      return new Http2Codec(decoder, encoder, settings, watch);
    }
  }
}
