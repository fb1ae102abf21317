package org.marquee.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Random;
import org.jspecify.annotations.NullMarked;

/// Makes messages of HTTP/1.1 that no client would send, the same ones for the same seed.
@NullMarked
public final class MessageFuzz {
  private static final String[] PIECES = {
    " ", "/", "*", ":",
    "  ", "\n", "\r", "\t",
    "GET", "%zz", "%00", "abc",
    "HEAD", "POST", "BREW", "\r\n",
    "/a?b=c", "Host: ", "\u0000", "\u00ff",
    "Host: a", "http://a", "HTTP/1.1", "HTTP/1.0",
    "HTTP/2.0", "\r\n\r\n", "0\r\n\r\n", "3\r\nabc\r\n",
    "X-Request-Id: x", "Content-Length: 3", "Connection: close", "Expect: 100-continue",
    "Content-Length: 99999", "Transfer-Encoding: chunked", "GET / HTTP/1.1\r\nHost: a\r\n"
  };

  private final Random random;

  public MessageFuzz(long seed) {
    random = new Random(seed);
  }

  /// The next message: all that a client sends on its connection.
  public byte[] next() {
    return random.nextBoolean() ? pieces() : mutated();
  }

  private byte[] pieces() {
    StringBuilder message = new StringBuilder();
    for (int count = random.nextInt(1, 16); count > 0; count--) {
      message.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return message.toString().getBytes(ISO_8859_1);
  }

  /// A sound message with up to four of its bytes changed.
  private byte[] mutated() {
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
