package org.marquee;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/// Ports for programs that must be told one before they start, such as nginx.
///
/// A port that the system picked and that is closed again may be given to anybody in the meantime.
/// Each virtual machine therefore has a range of its own, below those that systems pick from. It
/// listens at the first port of its range for as long as it lives: so other runs pass the range by.
public final class OwnPorts {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int RANGE = 200;

  private static final ServerSocket CLAIM = claim();
  private static final AtomicInteger NEXT = new AtomicInteger(CLAIM.getLocalPort() + 1);

  private OwnPorts() {}

  /// A port on the loopback address that nobody listens at.
  public static int free() {
    int end = CLAIM.getLocalPort() + RANGE;
    for (int port = NEXT.getAndIncrement(); port < end; port = NEXT.getAndIncrement()) {
      try (ServerSocket _ = listen(port)) {
        return port;
      } catch (IOException _) {
        // A program that was not started by tests listens there.
      }
    }
    throw new IllegalStateException("the tests of this process need more than " + RANGE + " ports");
  }

  private static ServerSocket claim() {
    for (int port = FIRST; port < LAST; port += RANGE) {
      try {
        return listen(port);
      } catch (IOException _) {
        // Another run has this range.
      }
    }
    throw new IllegalStateException("no range of ports is free between " + FIRST + " and " + LAST);
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }
}
