package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.marquee.embedded.PostgresServer.Condition;

/// Asks a server on this machine for a new connection, as far as its request for the password
/// (PostgreSQL manual, "Message Flow"). Only a server that starts processes and reads its tables
/// gets that far, and it costs far less than to log in.
final class LoginProbe {
  /// Protocol 3.0.
  private static final int PROTOCOL = 3 << 16;

  /// SQLSTATE `cannot_connect_now`: it starts, recovers or stops.
  private static final String NOT_NOW = "57P03";

  private LoginProbe() {}

  /// Tries until there is an answer or the time is over: open, starting or silent.
  static Condition at(int port, Duration limit) throws IOException {
    Timeout timeout = Timeout.of(limit);
    while (!timeout.isOver()) {
      try {
        return once(port, timeout.left());
      } catch (SocketTimeoutException _) {
        return Condition.SILENT;
      } catch (IOException _) {
        // Nobody listens there yet, or the process that answers was killed.
        timeout.pause();
      }
    }
    return Condition.SILENT;
  }

  /// Tries once: silence also where nobody listens.
  static Condition now(int port, Duration limit) {
    try {
      return once(port, limit);
    } catch (IOException _) {
      return Condition.SILENT;
    }
  }

  private static Condition once(int port, Duration limit) throws IOException {
    int millis = Math.max(1, (int) limit.toMillis());
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(millis);
      socket.connect(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), millis);
      socket.getOutputStream().write(request());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int kind = in.readUnsignedByte();
      return switch (kind) {
        case 'R' -> Condition.OPEN;
        case 'E' -> text(in).contains("\0C" + NOT_NOW + "\0") ? Condition.STARTING : Condition.OPEN;
        default -> throw new IOException("no PostgreSQL at port " + port);
      };
    }
  }

  private static byte[] request() throws IOException {
    byte[] words =
        ("user\0" + EmbeddedPostgres.USER + "\0database\0postgres\0\0").getBytes(US_ASCII);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(Integer.BYTES + Integer.BYTES + words.length);
    out.writeInt(PROTOCOL);
    out.write(words);
    return bytes.toByteArray();
  }

  /// The fields of an error, each a letter and its text, with a NUL before and after.
  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt() - Integer.BYTES;
    if (length < 0 || length > 1 << 16) {
      throw new IOException("no message of PostgreSQL");
    }
    return "\0" + new String(in.readNBytes(length), ISO_8859_1);
  }
}
