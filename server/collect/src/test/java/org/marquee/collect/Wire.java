package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import org.jspecify.annotations.NullMarked;

/// A server that gives every client the same answer and closes the connection.
@NullMarked
public final class Wire implements AutoCloseable {
  private final ServerSocket door;

  private Wire(ServerSocket door) {
    this.door = door;
  }

  public static Wire saying(String words) throws IOException {
    Wire wire = new Wire(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(() -> wire.talk(words));
    return wire;
  }

  private void talk(String words) {
    while (!door.isClosed()) {
      try (Socket caller = door.accept()) {
        byte[] request = new byte[8192];
        if (caller.getInputStream().read(request) > 0) {
          caller.getOutputStream().write(words.getBytes(UTF_8));
        }
      } catch (IOException _) {
        // One side has closed.
      }
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort() + "/feed");
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
