package org.marquee.fire;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.http.MessageFuzz;

/// Broken messages of HTTP/1.1, each on a connection of its own.
final class MessageAttack implements Attack {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");

  private final FuzzedNode node;
  private final MessageFuzz fuzz;

  MessageAttack(FuzzedNode node, long seed) {
    this.node = node;
    fuzz = new MessageFuzz(seed);
  }

  @Override
  public long next(Consumer<String> faults) {
    byte[] message = fuzz.next();
    try {
      Matcher statuses = STATUS.matcher(answers(message));
      while (statuses.find()) {
        int status = Integer.parseInt(statuses.group(1));
        if (status >= 500 && status != 501 && status != 505) {
          faults.accept(status + " to " + HexFormat.of().formatHex(message));
        }
      }
    } catch (IOException e) {
      faults.accept(e + " to " + HexFormat.of().formatHex(message));
    }
    return 1;
  }

  /// All answers until the node ends the connection, which it must.
  private String answers(byte[] message) throws IOException {
    try (Socket socket = new Socket(node.address().getAddress(), node.address().getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      int half = message.length / 2;
      socket.getOutputStream().write(message, 0, half);
      socket.getOutputStream().write(message, half, message.length - half);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
