package org.marquee.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Thousands of messages that no client would send, the same ones each time. `./fire/fuzz messages`
/// sends more of them.
@NullMarked
class GarbageTest {
  private static final int CASES = 1500;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");

  @Test
  void garbage_is_answered_or_left_and_never_breaks_the_server() throws IOException {
    MessageFuzz fuzz = new MessageFuzz(20261121);
    var settings = Echo.settings().withTimes(Times.head(Duration.ofSeconds(5)));
    try (HttpServer server = HttpServer.start(settings, new Echo())) {
      for (int number = 0; number < CASES; number++) {
        byte[] garbage = fuzz.next();
        String answers = answers(server, garbage);
        Matcher statuses = STATUS.matcher(answers);
        while (statuses.find()) {
          assertThat(Integer.parseInt(statuses.group(1)))
              .as("case %d: %s gives %s", number, new String(garbage, ISO_8859_1), answers)
              .matches(status -> status < 500 || status == 501 || status == 505);
        }
      }
      assertThat(Wire.ask(server, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n").text())
          .isEqualTo("GET [a] {}");
    }
  }

  /// All answers up to the end of the connection. The server must end it, since the client has
  /// closed its side.
  private static String answers(HttpServer server, byte[] garbage) throws IOException {
    try (Wire wire = Wire.to(server)) {
      int half = garbage.length / 2;
      wire.socket.getOutputStream().write(garbage, 0, half);
      wire.socket.getOutputStream().write(garbage, half, garbage.length - half);
      wire.socket.shutdownOutput();
      return wire.rest();
    }
  }
}
