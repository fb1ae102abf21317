package org.marquee.http.connection;

import io.netty.channel.socket.DuplexChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.message.Fault;
import org.marquee.http.message.RequestDecoder;
import org.marquee.http.tls.TlsContext;

/// Sets up each connection that a server takes: whether it is served or refused, and TLS.
public final class ConnectionSetup {
  /// How many refused connections get an answer at once.
  private static final int REFUSED_AT_ONCE = 16;

  private final ConnectionTerms served;
  private final ConnectionTerms crowded;
  private final ConnectionTerms cleartext;
  private final OpenConnections open;
  private final @Nullable TlsContext tls;
  private final AtomicInteger refused = new AtomicInteger();

  /// @param tls null for cleartext
  public ConnectionSetup(ConnectionTerms served, @Nullable TlsContext tls) {
    this.served = served;
    crowded = served.refusing(Fault.CROWDED);
    cleartext = served.refusing(Fault.CLEARTEXT);
    open = served.others();
    this.tls = tls;
  }

  /// Takes a connection that was just made.
  @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
  public void accept(DuplexChannel channel) {
    CountedConnection counted =
        new CountedConnection(
            ((InetSocketAddress) channel.remoteAddress()).getAddress(),
            () -> channel.pipeline().fireUserEventTriggered(ConnectionEvent.LEAVE));
    if (open.admit(counted)) {
      channel.closeFuture().addListener(_ -> open.remove(counted));
      begin(channel, counted, served);
      return;
    }
    // A refused connection must not take a place, of which there are too few.
    channel.closeFuture().addListener(_ -> refused.decrementAndGet());
    if (refused.incrementAndGet() > REFUSED_AT_ONCE) {
      channel.close();
    } else {
      begin(channel, counted, crowded);
    }
  }

  private void begin(DuplexChannel channel, CountedConnection counted, ConnectionTerms terms) {
    if (tls == null) {
      serve(channel, counted, terms);
      return;
    }
    new TlsHandshake(
            channel,
            () -> serve(channel, counted, terms),
            () -> {
              RequestDecoder decoder = new RequestDecoder();
              channel.pipeline().addLast(new Connection(channel, decoder, counted, cleartext));
              return decoder;
            })
        .begin(tls, terms.headNanos());
  }

  private static void serve(
      DuplexChannel channel, CountedConnection counted, ConnectionTerms terms) {
    RequestDecoder decoder = new RequestDecoder();
    channel.pipeline().addLast(decoder, new Connection(channel, decoder, counted, terms));
  }
}
