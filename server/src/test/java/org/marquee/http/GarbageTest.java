package org.marquee.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Thousands of messages that no client would send, the same ones each time.
@NullMarked
class GarbageTest {
  private static final int CASES = 4000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");
  private static final List<String> PIECES =
      List.of(
          "GET",
          "HEAD",
          "POST",
          "BREW",
          " ",
          "  ",
          "/",
          "/a?b=c",
          "*",
          "%zz",
          "%00",
          "http://a",
          "HTTP/1.1",
          "HTTP/1.0",
          "HTTP/2.0",
          "\r\n",
          "\r\n\r\n",
          "\n",
          "\r",
          "\t",
          ":",
          "Host: a",
          "Host: ",
          "Content-Length: 3",
          "Content-Length: 99999",
          "Transfer-Encoding: chunked",
          "3\r\nabc\r\n",
          "0\r\n\r\n",
          "Connection: close",
          "Expect: 100-continue",
          "abc",
          "\u0000",
          "\u00ff",
          "X-Request-Id: x",
          "GET / HTTP/1.1\r\nHost: a\r\n");

  @Test
  void garbage_is_answered_or_left_and_never_breaks_the_server() throws IOException {
    Random random = new Random(20261121);
    var settings = Echo.settings().withHeadTime(Duration.ofSeconds(2));
    try (HttpServer server = HttpServer.start(settings, new Echo())) {
      for (int number = 0; number < CASES; number++) {
        byte[] garbage = random.nextBoolean() ? pieces(random) : mutated(random);
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

  /// What comes back before the server ends the connection, which it must: the client has said all.
  private static String answers(HttpServer server, byte[] garbage) throws IOException {
    try (Wire wire = Wire.to(server)) {
      int half = garbage.length / 2;
      wire.socket.getOutputStream().write(garbage, 0, half);
      wire.socket.getOutputStream().write(garbage, half, garbage.length - half);
      wire.socket.shutdownOutput();
      return wire.rest();
    }
  }

  private static byte[] pieces(Random random) {
    StringBuilder message = new StringBuilder();
    for (int count = random.nextInt(1, 16); count > 0; count--) {
      message.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return message.toString().getBytes(ISO_8859_1);
  }

  /// A sound message with up to four of its bytes changed.
  private static byte[] mutated(Random random) {
    byte[] message =
        """
        POST /v1/films?limit=3&search=%C3%A9 HTTP/1.1
        Host: a:80
        Accept-Encoding: gzip
        Transfer-Encoding: chunked

        3;a=b
        abc
        0
        Trailer: t

        GET /b HTTP/1.1
        Host: a
        Content-Length: 3

        abc\
        """
            .replace("\n", "\r\n")
            .getBytes(ISO_8859_1);
    for (int count = random.nextInt(1, 5); count > 0; count--) {
      message[random.nextInt(message.length)] = (byte) random.nextInt(256);
    }
    return message;
  }
}
