package org.marquee.http.admission;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Handles a listening socket that cannot take a connection because the process has no file
/// descriptor left: closes some connections, waits, and goes on. Clients wait meanwhile in the
/// queue of the system.
public final class Acceptor extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);
  private static final long PAUSE_MILLIS = 100;

  private final OpenConnections connections;

  /// @param connections some of which make room
  public Acceptor(OpenConnections connections) {
    this.connections = connections;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // a loop that has stopped takes no connections
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.atError().setCause(cause).log("a connection cannot be taken");
      return;
    }
    LOG.atDebug().setCause(cause).log("a connection cannot be taken");
    connections.shed();
    ctx.channel().config().setAutoRead(false);
    ctx.executor()
        .schedule(
            () -> ctx.channel().config().setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }
}
