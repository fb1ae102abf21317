package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.app.RunningService;
import org.marquee.app.SampleService;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;

/// Requests with parameters and cursors that no client would send, the same ones every time: each
/// is answered, none with a fault of ours. `-Dmarquee.fuzz=1000000` sends more of them.
@NullMarked
class RequestFuzzTest {
  private static final int CASES = Integer.getInteger("marquee.fuzz", 500);
  private static final long SEED = Long.getLong("marquee.fuzz.seed", 20261122);
  private static final int PATIENCE_MILLIS = 30_000;

  /// Those that make an answer wait on purpose.
  private static final Set<String> WAITING = Set.of("wait");

  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "%",
          "%zz",
          "%00",
          "%c3%28",
          "%ed%a0%80",
          "+",
          "&",
          "=",
          "a=b",
          "'",
          "\"",
          "\\",
          "-1",
          "1e309",
          "-0",
          "NaN",
          "0x10",
          "1e-400",
          "٣",
          "９",
          "true",
          "null",
          "[]",
          "{}",
          "../../etc",
          "2026-11-20T00:00:00Z",
          "2026-02-30T00:00:00Z",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999999999999Z",
          "2026-11-20T00:00:00+23:59",
          "é",
          "e%CC%81",
          "🎬",
          "%F0%9F%8E%AC",
          "' or 1=1 --",
          "%25",
          "today",
          "now",
          "*",
          "a,b",
          ",",
          ",,",
          "subtitled");

  private static RunningService service;

  private final Random random = new Random(SEED);
  private final List<String> cursors = new ArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    service = SampleService.start();
  }

  @AfterAll
  static void close() {
    service.close();
  }

  @Test
  void odd_parameters_and_cursors_are_answered_and_never_a_fault_of_ours() throws IOException {
    int sound = 0;
    int refused = 0;
    for (int number = 0; number < CASES; number++) {
      Operation operation = Operations.ALL.get(random.nextInt(Operations.ALL.size()));
      String target = target(operation);
      String answer = answer(target);
      assertThat(answer).as("case %d: %s", number, target).matches("(?s)HTTP/1\\.1 [234].*");
      sound += answer.startsWith("HTTP/1.1 2") ? 1 : 0;
      refused += answer.startsWith("HTTP/1.1 400") ? 1 : 0;
      int cursor = answer.indexOf("\"nextCursor\":\"");
      if (cursor >= 0 && cursors.size() < 50) {
        int from = cursor + "\"nextCursor\":\"".length();
        cursors.add(answer.substring(from, answer.indexOf('"', from)));
      }
    }
    assertThat(sound).isGreaterThan(CASES / 50);
    assertThat(refused).isGreaterThan(CASES / 5);
    assertThat(cursors).isNotEmpty();
  }

  private String target(Operation operation) {
    PathTemplate.Id id = operation.path().id();
    String path =
        ExampleRequest.path(
            operation,
            id == null ? "" : random.nextInt(3) == 0 ? value(id.example()) : id.example());
    List<String> pairs = new ArrayList<>();
    boolean likely = random.nextBoolean();
    for (QueryParameter<?> parameter : operation.parameters()) {
      boolean sent = parameter.required() ? random.nextInt(20) > 0 : random.nextInt(5) == 0;
      if (sent && !WAITING.contains(parameter.name())) {
        boolean cursor = parameter.name().equals("cursor") && !cursors.isEmpty();
        String example = cursor ? cursors.get(random.nextInt(cursors.size())) : parameter.example();
        boolean asIs = likely && random.nextInt(6) > 0;
        pairs.add(parameter.name() + "=" + (asIs ? encoded(example) : value(example)));
      }
    }
    if (random.nextInt(20) == 0) {
      pairs.add(value("limit") + "=" + value("1"));
    }
    return path + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs));
  }

  /// Something in place of a sound value.
  private String value(String sound) {
    return switch (random.nextInt(6)) {
      case 0 -> ODD.get(random.nextInt(ODD.size()));
      case 1 -> encoded(sound + ODD.get(random.nextInt(ODD.size())));
      case 2 -> encoded(sound.repeat(random.nextInt(1, 12)));
      case 3 -> encoded(recoded(sound));
      default -> encoded(changed(sound));
    };
  }

  private String changed(String sound) {
    StringBuilder text = new StringBuilder(sound);
    for (int times = random.nextInt(1, 4); times > 0 && !text.isEmpty(); times--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, (char) random.nextInt(32, 127));
        default -> text.insert(at, text.charAt(random.nextInt(text.length())));
      }
    }
    return text.toString();
  }

  /// A cursor with other bytes in it, in its own encoding.
  private String recoded(String sound) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(sound);
      for (int times = random.nextInt(1, 4); times > 0 && bytes.length > 0; times--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (IllegalArgumentException _) {
      return changed(sound);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String answer(String target) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String request =
          "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
              .formatted(target.replace(" ", "%20"), service.key());
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
