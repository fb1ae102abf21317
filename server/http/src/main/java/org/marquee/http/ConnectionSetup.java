package org.marquee.http;

import io.netty.channel.socket.DuplexChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.tls.TlsContext;

/// Sets up each connection that a server takes: whether it is served or refused, and TLS.
final class ConnectionSetup {
  /// How many refused connections get an answer at once, and how long each of them may take.
  private static final int REFUSED_AT_ONCE = 16;

  private static final Duration FOR_REFUSED = Duration.ofSeconds(1);

  private final ConnectionTerms served;
  private final ConnectionTerms crowded;
  private final ConnectionTerms cleartext;
  private final OpenConnections open;
  private final @Nullable TlsContext tls;
  private final AtomicInteger refused = new AtomicInteger();

  /// @param tls null for cleartext
  ConnectionSetup(
      ServerSettings settings,
      Handler handler,
      OpenConnections open,
      BooleanSupplier stopping,
      @Nullable TlsContext tls) {
    ServerSettings hasty =
        settings.withTimes(
            new ConnectionTimes(FOR_REFUSED, FOR_REFUSED, FOR_REFUSED, settings.times().drain()));
    served = new ConnectionTerms(settings, handler, stopping, open);
    crowded = new ConnectionTerms(hasty, refusal(Fault.CROWDED), () -> true, open);
    cleartext = new ConnectionTerms(hasty, refusal(Fault.CLEARTEXT), () -> true, open);
    this.open = open;
    this.tls = tls;
  }

  private static Handler refusal(Fault fault) {
    return (request, reply) -> reply.send(fault.answer(request.id()));
  }

  /// Takes a connection that was just made.
  @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do if closing fails
  void accept(DuplexChannel channel) {
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
