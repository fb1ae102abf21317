package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class ResponseTest {
  private static final byte[] LONG = "Solaris ".repeat(500).getBytes(US_ASCII);

  @Test
  void the_head_is_the_status_line_and_the_fields_in_the_order_given() {
    Response response =
        Response.json(200, LONG, new Header("ETag", "W/\"1\""), new Header("Vary", "Accept"))
            .with("X-Empty", "");
    assertThat(head(response))
        .isEqualTo(
            """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            ETag: W/"1"\r
            Vary: Accept\r
            X-Empty: \r
            """);
    assertThat(head(Response.of(404, "text/plain", LONG)))
        .isEqualTo("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n");
  }

  @Test
  void a_response_with_more_headers_shares_its_body_and_leaves_the_first_as_it_was() {
    Response kept = Response.json(200, LONG);
    String before = head(kept);
    Response rated = kept.with(new Header("RateLimit", "a"), new Header("RateLimit-Policy", "b"));
    assertThat(rated.body()).isSameAs(kept.body());
    assertThat(head(rated)).isEqualTo(before + "RateLimit: a\r\nRateLimit-Policy: b\r\n");
    assertThat(head(kept)).isEqualTo(before);
  }

  @Test
  void a_body_is_compressed_once_for_all_callers() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      Body body = new Body(LONG, LONG.length);
      Set<byte[]> packed = ConcurrentHashMap.newKeySet(); // arrays differ unless they are the same
      CountDownLatch start = new CountDownLatch(1);
      Thread[] threads = new Thread[4];
      for (int index = 0; index < threads.length; index++) {
        threads[index] =
            Thread.startVirtualThread(() -> {
              try {
                start.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              packed.add(body.packed());
            });
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(packed).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "\u00e9", "a_b"})
  void a_header_has_a_name_of_letters_digits_and_hyphens(String name) {
    assertThatThrownBy(() -> new Header(name, "x")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb", "a\nb", "\u00e9", "\u0000", "\t", "\u007f"})
  void a_header_value_is_visible_ascii_and_spaces(String value) {
    assertThatThrownBy(() -> new Header("X", value)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(200, value, LONG))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// The code reads eight letters at a time, so each letter is tested at each of the eight places
  /// and after them.
  @ParameterizedTest
  @ValueSource(
      chars = {
        ' ', '~', '?', '\u0000', '\n', '\r', '\u001f', '\u007f', '\u0080', '\u00a0', '\u00ff',
        '\u010a', '\u0141', '\u2028', '\ud80a', '\udc41', '\uff3f'
      })
  void no_letter_of_a_header_value_is_overlooked_wherever_it_stands(char letter) {
    boolean right = letter >= ' ' && letter <= '~';
    for (String around : List.of("a", " ", "~")) {
      for (int at = 0; at < 19; at++) {
        String value = around.repeat(at) + letter + around.repeat(18 - at);
        if (right) {
          assertThat(new Header("X", value).value()).isEqualTo(value);
        } else {
          assertThatThrownBy(() -> new Header("X", value))
              .isInstanceOf(IllegalArgumentException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 100, 199, 600})
  void an_answer_has_a_final_status(int status) {
    assertThatThrownBy(() -> Response.empty(status)).isInstanceOf(IllegalArgumentException.class);
  }

  private static String head(Response response) {
    return new String(response.head(), US_ASCII);
  }
}
