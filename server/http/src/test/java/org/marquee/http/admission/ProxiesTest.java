package org.marquee.http.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which client a request comes from if proxies forward it.
@NullMarked
class ProxiesTest {
  private static final String PROXY = "10.0.0.7";

  private static InetAddress client(ForwardedField field, String peer, List<String> lines) {
    Proxies proxies = new Proxies(address -> address.getHostAddress().startsWith("10.0.0."), field);
    return proxies.client(
        InetAddress.ofLiteral(peer),
        name -> name.equalsIgnoreCase(field.field()) ? lines : List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.1 | 192.0.2.1",
        "192.0.2.1:4711 | 192.0.2.1",
        "2001:db8::1 | 2001:db8:0:0:0:0:0:1",
        "[2001:db8::1]:4711 | 2001:db8:0:0:0:0:0:1",
        "::ffff:192.0.2.1 | 192.0.2.1",
        "198.51.100.9, 192.0.2.1 | 192.0.2.1",
        "198.51.100.9,192.0.2.1 , 10.0.0.8 | 192.0.2.1",
        "10.0.0.9, 10.0.0.8 | 10.0.0.9",
        "192.0.2.1, unknown | 10.0.0.7",
        "192.0.2.1, | 10.0.0.7",
        "192.0.2.1, rex.example | 10.0.0.7",
        "192.0.2.1, 3232235777 | 10.0.0.7",
        "192.0.2.1, 1.2.3 | 10.0.0.7",
        "192.0.2.1, fe80::1%eth0 | 10.0.0.7",
        "192.0.2.1, [::1 | 10.0.0.7",
        "192.0.2.1, x, 10.0.0.8 | 10.0.0.8",
      })
  void the_client_is_the_last_address_that_is_no_proxy(String line, String client) {
    assertThat(client(ForwardedField.X_FORWARDED_FOR, PROXY, List.of(line)).getHostAddress())
        .isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "for=192.0.2.1 | 192.0.2.1",
        "proto=https;For=\"[2001:db8::1]:4711\";by=10.0.0.7 | 2001:db8:0:0:0:0:0:1",
        "for=198.51.100.9, for=\"192.0.2.1:80\" ; host=\"a,b;for=1.1.1.1\" | 192.0.2.1",
        "for=\"198.51.100.9, for=192.0.2.1 | 192.0.2.1",
        "for=192.0.2.1, for=\"_hidden\" | 10.0.0.7",
        "for=192.0.2.1, proto=http | 10.0.0.7",
        "for=192.0.2.1, for=192.0.2.2;for=192.0.2.3 | 10.0.0.7",
      })
  void forwarded_elements_are_read_from_the_end(String line, String client) {
    assertThat(client(ForwardedField.FORWARDED, PROXY, List.of(line)).getHostAddress())
        .isEqualTo(client);
  }

  @Test
  void several_fields_are_one_list() {
    assertThat(
            client(
                    ForwardedField.X_FORWARDED_FOR,
                    PROXY,
                    List.of("198.51.100.9, 192.0.2.1", "10.0.0.8"))
                .getHostAddress())
        .isEqualTo("192.0.2.1");
  }

  /// A client may write anything before the part that its proxy appends.
  @Test
  void a_client_cannot_make_itself_another() {
    Random random = new Random(15);
    List<String> pieces =
        List.of(
            ",", ";", "\"", "for=", "192.0.2.9", "10.0.0.8", "[", "]", ":", "::1", " ", "\\", "x");
    for (int round = 0; round < 3_000; round++) {
      StringBuilder made = new StringBuilder();
      for (int piece = random.nextInt(40); piece > 0; piece--) {
        made.append(pieces.get(random.nextInt(pieces.size())));
      }
      for (ForwardedField field :
          List.of(ForwardedField.X_FORWARDED_FOR, ForwardedField.FORWARDED)) {
        String appended = field == ForwardedField.FORWARDED ? "for=192.0.2.1" : "192.0.2.1";
        List<String> lines = new ArrayList<>(Arrays.asList(made.toString().split("x", -1)));
        if (random.nextBoolean()) {
          lines.add(appended);
        } else {
          lines.addLast(lines.removeLast() + ", " + appended);
        }
        assertThat(client(field, PROXY, lines).getHostAddress())
            .as("%s", lines)
            .isEqualTo("192.0.2.1");
        assertThat(client(field, "192.0.2.7", lines).getHostAddress()).isEqualTo("192.0.2.7");
      }
    }
  }

  @Test
  void a_long_chain_of_proxies_ends() {
    String chain = "10.0.0.8, ".repeat(1_500) + "10.0.0.8";
    assertThat(client(ForwardedField.X_FORWARDED_FOR, PROXY, List.of(chain)).getHostAddress())
        .isEqualTo("10.0.0.8");
  }

  @Test
  void addresses_of_one_network_are_one_block() {
    long block = block("2001:db8:0:1::1");
    assertThat(block("2001:db8:0:1:ffff::")).isEqualTo(block);
    assertThat(block("2001:db8:0:2::1")).isNotEqualTo(block);
    assertThat(block("192.0.2.1")).isNotEqualTo(block("192.0.2.2"));
    assertThat(block("::ffff:192.0.2.1")).isEqualTo(block("192.0.2.1"));
  }

  private static long block(String address) {
    return ClientNetwork.of(InetAddress.ofLiteral(address));
  }
}
