package org.marquee.store.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/// Sockets that notice within a minute that the other side of an idle connection is gone; the
/// system by itself takes two hours. The driver makes this by its name.
public final class Keepalive extends SocketFactory {
  private static final int IDLE_SECONDS = 30;
  private static final int BETWEEN_SECONDS = 10;
  private static final int PROBES = 3;

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new Socket();
    if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, BETWEEN_SECONDS);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("the driver connects by itself");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException("the driver connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("the driver connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException("the driver connects by itself");
  }
}
