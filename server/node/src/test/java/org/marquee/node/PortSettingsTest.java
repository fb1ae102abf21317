package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.http.ServerSettings;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.Proxies;
import org.marquee.http.message.Cors;

/// The settings of a node's ports.
@NullMarked
class PortSettingsTest {
  private static ConnectionLimits limits(int most, long descriptors) {
    return PortSettings.limits(most, null, Proxies.NONE, descriptors);
  }

  @Test
  void a_quarter_of_the_connections_may_come_from_one_address() {
    assertThat(limits(10_000, 1 << 20).most()).isEqualTo(10_000);
    assertThat(limits(10_000, 1 << 20).perAddress()).isEqualTo(2_500);
    assertThat(limits(200, 1 << 20).perAddress()).isEqualTo(50);
  }

  @Test
  void the_interface_leaves_file_descriptors_to_the_rest_of_the_node() {
    int processors = Runtime.getRuntime().availableProcessors();
    int left = 1024 - 160 - 4 * processors;
    assertThat(limits(10_000, 1024).most()).isEqualTo(left);
    assertThat(limits(5_000, 1024).most()).isEqualTo(left);
    assertThat(limits(5, 1024).most()).isEqualTo(5);
    assertThat(limits(10_000, 100).most()).isEqualTo(16);
  }

  @Test
  void pages_of_all_origins_may_read_answers_unless_some_or_none_are_named() {
    assertThat(PortSettings.cors(" * ")).isSameAs(Cors.ANY);
    assertThat(PortSettings.cors("none")).isSameAs(Cors.OFF);
    assertThat(PortSettings.cors("https://rex.example,")).isNotIn(Cors.ANY, Cors.OFF);
    assertThat(PortSettings.origins(List.of("HTTPS://Rex.example:443", "http://[::1]:3000")))
        .containsExactlyInAnyOrder("https://rex.example", "http://[::1]:3000");
  }

  @Test
  void all_limits_are_listed() {
    ServerSettings port = PortSettings.USUAL.api(new InetSocketAddress(0));
    assertThat(PortSettings.USUAL.limits(port.limits()))
        .containsEntry("idleMillis", 60_000L)
        .containsEntry("headMillis", 10_000L)
        .containsEntry("connections", (long) PortSettings.USUAL.connections().most())
        .containsEntry("failedAuthenticationsPerMinute", 600L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rex.example",
        "https://rex.example/",
        "https://*.rex.example",
        "*",
        "none",
        "a b"
      })
  void what_is_no_origin_is_refused(String origin) {
    assertThatThrownBy(() -> PortSettings.cors("https://odeon.example," + origin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(origin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"marquee:8081", "*.example", "a b", "http://a"})
  void what_is_no_name_of_a_host_is_refused(String name) {
    assertThatThrownBy(() -> PortSettings.Hosts.read("marquee," + name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
