package org.marquee.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A proxy between the service and its database that can cut or stall the connections.
final class Cable implements AutoCloseable {
  enum State {
    SOUND,
    /// All connections are cut, and no new one is made.
    PULLED,
    /// All connections stay open, and no data passes.
    DEAD
  }

  private final ServerSocket end;
  private final InetSocketAddress database;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> frozen = ConcurrentHashMap.newKeySet();
  private volatile State state = State.SOUND;

  Cable(InetSocketAddress database) {
    this.database = database;
    try {
      end = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.startVirtualThread(this::accept);
  }

  int port() {
    return end.getLocalPort();
  }

  void become(State next) {
    state = next;
    if (next != State.DEAD) {
      cut();
    }
  }

  /// No data passes on existing connections; new ones work.
  void freeze() {
    frozen.addAll(sockets);
  }

  private void cut() {
    sockets.forEach(Cable::close);
    sockets.clear();
  }

  private void accept() {
    while (!end.isClosed()) {
      try {
        Socket near = end.accept();
        sockets.add(near);
        if (state == State.PULLED) {
          near.close();
          continue;
        }
        Socket far = new Socket(database.getAddress(), database.getPort());
        sockets.add(far);
        Thread.startVirtualThread(() -> pass(near, far));
        Thread.startVirtualThread(() -> pass(far, near));
      } catch (IOException _) {
        // one connection less; the next may do
      }
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] some = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        if (state == State.SOUND && !frozen.contains(from)) {
          out.write(some, 0, read);
        }
      }
    } catch (IOException _) {
      // cut
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      end.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
