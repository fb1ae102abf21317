package org.marquee.fire;

import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.marquee.http.FrameFuzz;

/// Broken frames of HTTP/2, up to two hundred on a connection. Counts the frames that the node took
/// before one ended the connection.
final class FrameAttack implements Attack {
  private static final int PATIENCE_MILLIS = 60_000;

  private final FuzzedNode node;
  private final FrameFuzz fuzz;
  private final SSLContext context;

  FrameAttack(FuzzedNode node, long seed) {
    this.node = node;
    fuzz = new FrameFuzz(seed);
    try {
      context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
  }

  /// The certificate was made a moment ago.
  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Override
  public long next(Consumer<String> faults) {
    byte[] sent = fuzz.next();
    try {
      FrameFuzz.Received received = FrameFuzz.received(answers(sent));
      for (int status : received.statuses()) {
        if (status >= 500 && status != 501) {
          faults.accept(status + " to " + HexFormat.of().formatHex(sent));
        }
      }
      return received.framesTaken();
    } catch (IOException | Http2Exception e) {
      faults.accept(e + " to " + HexFormat.of().formatHex(sent));
      return 1;
    }
  }

  /// All answers until the node ends the connection, which it must.
  private byte[] answers(byte[] sent) throws IOException {
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    SSLSocket socket = connect();
    try {
      socket.getOutputStream().write(sent);
      socket.shutdownOutput();
      socket.getInputStream().transferTo(received);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException _) {
      // A client that breaks the rules may be reset.
    } finally {
      close(socket);
    }
    return received.toByteArray();
  }

  private SSLSocket connect() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(node.address().getAddress(), node.address().getPort());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.startHandshake();
    return socket;
  }

  private static void close(SSLSocket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // A connection that was reset cannot be closed in order.
    }
  }
}
