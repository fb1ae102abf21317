package org.marquee.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.Acceptor;
import org.marquee.http.admission.ConnectionCounts;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.connection.ConnectionEvent;
import org.marquee.http.connection.ConnectionSetup;
import org.marquee.http.handler.Handler;
import org.marquee.http.tls.TlsContext;

/// A listening server of HTTP/1.1 and HTTP/1.0, in cleartext or with TLS; see the package for the
/// answers that it gives itself.
///
/// Several run side by side in one process and share nothing.
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final ServerSettings settings;

  private final @Nullable TlsContext tls;
  private final ConnectionSetup setup;
  private final EventLoopGroup loops;
  private final OpenConnections open;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ServerSocketChannel port;
  private final Channel listening;

  private volatile boolean stopping;
  private volatile boolean closing;

  private HttpServer(ServerSettings settings, Handler handler) throws IOException {
    this.settings = settings;
    tls = settings.tls() == null ? null : TlsContext.start(settings.tls());
    open = new OpenConnections(settings.connections());
    setup = new ConnectionSetup(settings.terms(handler, () -> stopping, open), tls);
    loops =
        new MultiThreadIoEventLoopGroup(
            settings.eventLoops(), new DefaultThreadFactory("http"), NioIoHandler.newFactory());
    port = ServerSocketChannel.open();
    ChannelFuture bound = bootstrap().bind(settings.bind()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      stopLoops();
      port.close();
      throw new IOException(
          "cannot listen on " + settings.place().formatted(bound.cause().getMessage()),
          bound.cause());
    }
    listening = bound.channel();
    loops.forEach(loop -> loop.terminationFuture().addListener(_ -> checkWhyEnded()));
  }

  /// A loop that ends before it is stopped leaves its connections hanging for ever. That is for the
  /// thread's handler to decide on, as if the thread were ours.
  private void checkWhyEnded() {
    if (!closing) {
      Thread thread = Thread.currentThread();
      thread
          .getUncaughtExceptionHandler()
          .uncaughtException(thread, new IllegalStateException("an event loop has ended"));
    }
  }

  /// Starts a server; it takes connections when this returns.
  ///
  /// @throws IOException if the address cannot be listened on, as when its port is taken, or if the
  ///   certificate or its key cannot be used; the message names them
  public static HttpServer start(ServerSettings settings, Handler handler) throws IOException {
    return new HttpServer(settings, handler);
  }

  /// The address it listens on, with the real port where the settings have 0.
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /// When its TLS certificate expires; empty where there is no TLS.
  public Optional<Instant> certificateExpires() {
    return Optional.ofNullable(tls).map(TlsContext::expires);
  }

  /// Why clients refuse its TLS certificate, or will soon.
  public Optional<String> certificateWarning() {
    return Optional.ofNullable(tls).flatMap(TlsContext::warning);
  }

  /// How it stands with its connections now.
  public ConnectionCounts connections() {
    return open.counts();
  }

  /// Tells callers from now on, with their next answer, that their connection ends. Connections are
  /// still taken and requests answered, until [#close].
  public void announceStop() {
    stopping = true;
  }

  /// Stops taking connections, answers what those that were taken have sent or are just sending,
  /// within the drain time, then closes what is left. Blocks until done; not to be called by a
  /// handler.
  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    stopping = true;
    closing = true;
    stopListening();
    connections.forEach(each -> each.pipeline().fireUserEventTriggered(ConnectionEvent.DRAIN));
    connections.newCloseFuture().awaitUninterruptibly(settings.times().drain().toMillis());
    connections.close().awaitUninterruptibly();
    stopLoops();
  }

  /// Closes the port. Clients that the system has connected by then, but that nobody has taken yet,
  /// are taken: closing a port resets them.
  private void stopListening() {
    listening.deregister().awaitUninterruptibly();
    EventLoop loop = listening.eventLoop();
    // While the selector still has it, the port would not be closed at once, but after its next
    // look, and clients that connect in between would be reset.
    while (port.isOpen()) {
      loop.submit(this::closePort).awaitUninterruptibly();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    listening.close().awaitUninterruptibly();
    // By then the loops of the clients know them.
    loops.forEach(each -> each.submit(() -> {}).awaitUninterruptibly());
  }

  /// On the loop of the port; closes nothing as long as the selector has not looked again.
  private Void closePort() throws IOException {
    if (port.isRegistered()) {
      return null;
    }
    try (port) {
      for (java.nio.channels.SocketChannel client = port.accept();
          client != null;
          client = port.accept()) {
        listening.pipeline().fireChannelRead(new NioSocketChannel(listening, client));
      }
    }
    return null;
  }

  private void stopLoops() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    if (tls != null) {
      tls.close();
    }
  }

  private ServerBootstrap bootstrap() {
    return new ServerBootstrap()
        .group(loops)
        .channelFactory(() -> new NioServerSocketChannel(port))
        .childOption(ChannelOption.TCP_NODELAY, true)
        // A client may close its half after a request and still wait for the answer.
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .handler(new Acceptor(open))
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childHandler(
            new ChannelInitializer<DuplexChannel>() {
              @Override
              protected void initChannel(DuplexChannel channel) {
                connections.add(channel);
                setup.accept(channel);
              }
            });
  }
}
