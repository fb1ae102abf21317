package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/// Makes Netty's codec of HTTP/2 frames with all limits set, also those that are its defaults.
final class Http2Codec extends Http2FrameCodecBuilder {
  /// @param streams how many requests a connection may have under way at once
  Http2Codec(int streams, Http2FrameLogger logger) {
    Http2Connection connection = new DefaultHttp2Connection(true);
    // Streams are served evenly: for priorities, clients could make us keep a large tree.
    connection
        .remote()
        .flowController(
            new DefaultHttp2RemoteFlowController(
                connection, new UniformStreamByteDistributor(connection)));
    // The settings count when the client confirms them, which it might never do.
    connection.remote().maxActiveStreams(streams);
    connection(connection);
    frameLogger(logger);
    initialSettings(
        new Http2Settings()
            .maxConcurrentStreams(streams)
            .maxHeaderListSize(Http2Limits.HEADER_BLOCK));
    // Closing a channel only closes it; the session decides what is sent before.
    decoupleCloseAndGoAway(true);
    validateHeaders(true);
    decoderEnforceMaxSmallContinuationFrames(Http2Limits.SMALL_CONTINUATIONS);
    decoderEnforceMaxConsecutiveEmptyDataFrames(Http2Limits.EMPTY_DATA_FRAMES);
    decoderEnforceMaxRstFramesPerWindow(Http2Limits.RESETS, Http2Limits.RESET_SECONDS);
    encoderEnforceMaxRstFramesPerWindow(Http2Limits.RESETS, Http2Limits.RESET_SECONDS);
    encoderEnforceMaxQueuedControlFrames(Http2Limits.QUEUED_CONTROL_FRAMES);
    encoderIgnoreMaxHeaderListSize(true);
    // Fields of answers never enter a table, which a client could have us keep large.
    headerSensitivityDetector(Http2HeadersEncoder.ALWAYS_SENSITIVE);
  }

  @Override
  protected Http2FrameCodec build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    return super.build(new WithoutUnknown(decoder), encoder, settings);
  }

  /// Passes over frames of unknown types: outside of flow control, they would wait in memory until
  /// their stream is read.
  private static final class WithoutUnknown extends DecoratingHttp2ConnectionDecoder {
    WithoutUnknown(Http2ConnectionDecoder decoder) {
      super(decoder);
    }

    @Override
    public void frameListener(Http2FrameListener listener) {
      super.frameListener(
          new Http2FrameListenerDecorator(listener) {
            @Override
            public void onUnknownFrame(
                ChannelHandlerContext ctx,
                byte type,
                int stream,
                Http2Flags flags,
                ByteBuf payload) {}
          });
    }
  }
}
