package org.marquee.http.connection;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.function.Supplier;
import org.marquee.http.tls.TlsContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection until it speaks TLS: the client must begin with TLS, and finish the handshake in
/// time.
@SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
final class TlsHandshake extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(TlsHandshake.class);

  private final DuplexChannel channel;
  private final Runnable successor;
  private final Supplier<ChannelHandler> plainSuccessor;
  private final Deadline deadline;
  private boolean draining;

  /// @param successor adds what serves the connection
  /// @param plainSuccessor adds what answers a client that does not begin with TLS, and gives the
  ///   decoder of what it sends
  TlsHandshake(DuplexChannel channel, Runnable successor, Supplier<ChannelHandler> plainSuccessor) {
    this.channel = channel;
    this.successor = successor;
    this.plainSuccessor = plainSuccessor;
    deadline = new Deadline(channel.eventLoop());
  }

  /// Begins.
  ///
  /// @param nanos how long it may take from the connection to the end of the handshake
  void begin(TlsContext tls, long nanos) {
    deadline.start(channel::close, nanos);
    channel.pipeline().addLast(new FirstOctets(tls), this);
  }

  /// Tells TLS from anything else by the first five octets.
  private final class FirstOctets extends OptionalSslHandler {
    private final TlsContext tls;

    FirstOctets(TlsContext tls) {
      super(tls.context());
      this.tls = tls;
    }

    @Override
    protected SslHandler newSslHandler(ChannelHandlerContext ctx, SslContext context) {
      return tls.handler(ctx.alloc(), context);
    }

    @Override
    protected ChannelHandler newNonSslHandler(ChannelHandlerContext ctx) {
      leave();
      return plainSuccessor.get();
    }
  }

  private void leave() {
    deadline.stop();
    channel.pipeline().remove(this);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent completed) {
      if (completed.isSuccess()) {
        leave();
        successor.run();
        if (draining) {
          channel.pipeline().fireUserEventTriggered(ConnectionEvent.DRAIN);
        }
      } else {
        LOG.debug("a TLS handshake failed: {}", String.valueOf(completed.cause()));
        channel.close();
      }
    } else if (event.equals(ConnectionEvent.DRAIN)) {
      draining = true;
    } else if (event.equals(ConnectionEvent.LEAVE) || event instanceof ChannelInputShutdownEvent) {
      channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    deadline.stop();
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("a connection failed before its handshake was done: {}", String.valueOf(cause));
    channel.close();
  }
}
