package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.node.RunningService;
import org.marquee.node.SampleService;

/// Random requests with faulty parameters and cursors, the same ones every time. Each is answered,
/// none with a 5xx. `./fire/fuzz requests` sends more of them.
@NullMarked
class RequestFuzzTest {
  private static final int CASES = Rounds.of(500);
  private static final int PATIENCE_MILLIS = 30_000;

  private static RunningService service;

  @BeforeAll
  static void open() {
    service = SampleService.start();
  }

  @AfterAll
  static void close() {
    service.close();
  }

  @Test
  void odd_parameters_and_cursors_are_answered_and_never_a_fault_of_ours() throws IOException {
    RequestFuzz fuzz = new RequestFuzz(20261122);
    int sound = 0;
    int refused = 0;
    for (int number = 0; number < CASES; number++) {
      String target = fuzz.next();
      String answer = answer(target);
      assertThat(answer).as("case %d: %s", number, target).matches("(?s)HTTP/1\\.1 [234].*");
      sound += answer.startsWith("HTTP/1.1 2") ? 1 : 0;
      refused += answer.startsWith("HTTP/1.1 400") ? 1 : 0;
      fuzz.answered(answer);
    }
    assertThat(sound).isGreaterThan(CASES / 50);
    assertThat(refused).isGreaterThan(CASES / 5);
    assertThat(fuzz.cursors()).isPositive();
  }

  private static String answer(String target) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String request =
          "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
              .formatted(target, service.key());
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
