package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.http.Cors;
import org.marquee.http.ServerSettings;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.ForwardedField;

/// The settings of a node's ports in the environment.
@NullMarked
class PortSettingsTest {
  private static PortSettings edge(String name, String value) {
    return PortSettings.read(Map.of(name, value)::get, 1 << 20);
  }

  @Test
  void the_interface_takes_ten_thousand_connections_and_a_quarter_of_one_address() {
    ConnectionLimits limits = edge("UNSET", "").connections();
    assertThat(limits.most()).isEqualTo(10_000);
    assertThat(limits.perAddress()).isEqualTo(2_500);
    assertThat(edge("MARQUEE_CONNECTIONS", "200").connections().perAddress()).isEqualTo(50);
    assertThat(edge("MARQUEE_CONNECTIONS_PER_ADDRESS", " 7 ").connections().perAddress())
        .isEqualTo(7);
    assertThat(limits.streams()).isEqualTo(100);
    assertThat(edge("MARQUEE_STREAMS", "5").connections().streams()).isEqualTo(5);
  }

  @Test
  void it_leaves_file_descriptors_to_the_rest_of_the_node() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(PortSettings.read(_ -> null, 1024).connections().most())
        .isEqualTo(1024 - 160 - 4 * processors);
    assertThat(
            PortSettings.read(Map.of("MARQUEE_CONNECTIONS", "5000")::get, 1024)
                .connections()
                .most())
        .isEqualTo(1024 - 160 - 4 * processors);
    assertThat(PortSettings.read(_ -> null, 100).connections().most()).isEqualTo(16);
  }

  @Test
  void proxies_are_the_gateway_unless_others_are_named() throws UnknownHostException {
    InetAddress proxy = InetAddress.getByName("10.0.0.7");
    assertThat(edge("MARQUEE_PROXIES", "10.0.0.0/8").connections().proxies().trusted())
        .accepts(proxy);
    assertThat(edge("MARQUEE_GATEWAY_PEERS", "10.0.0.7").connections().proxies().trusted())
        .accepts(proxy);
    assertThat(edge("UNSET", "").connections().proxies().trusted())
        .rejects(proxy, InetAddress.getLoopbackAddress());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "many", "1000001", "99999999999"})
  void what_is_no_number_of_connections_is_refused(String number) {
    for (String name :
        List.of("MARQUEE_CONNECTIONS", "MARQUEE_CONNECTIONS_PER_ADDRESS", "MARQUEE_STREAMS")) {
      assertThatThrownBy(() -> edge(name, number))
          .isInstanceOf(InvalidSetting.class)
          .hasMessageContaining(name);
    }
  }

  @Test
  void pages_of_all_origins_may_read_answers_unless_some_or_none_are_named() {
    assertThat(edge("UNSET", "").cors()).isSameAs(Cors.ANY);
    assertThat(edge("MARQUEE_CORS_ORIGINS", " * ").cors()).isSameAs(Cors.ANY);
    assertThat(edge("MARQUEE_CORS_ORIGINS", "none").cors()).isSameAs(Cors.OFF);
    assertThat(edge("MARQUEE_CORS_ORIGINS", "https://rex.example,").cors())
        .isNotIn(Cors.ANY, Cors.OFF);
    assertThat(PortSettings.origins(List.of("HTTPS://Rex.example:443", "http://[::1]:3000")))
        .containsExactlyInAnyOrder("https://rex.example", "http://[::1]:3000");
  }

  @Test
  void an_address_may_fail_600_times_a_minute_unless_something_else_is_said() {
    assertThat(edge("UNSET", "").failedAuthentications()).isEqualTo(600);
    assertThat(edge("MARQUEE_FAILED_AUTHENTICATIONS", "0").failedAuthentications()).isZero();
    assertThatThrownBy(() -> edge("MARQUEE_FAILED_AUTHENTICATIONS", "-1"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("from 0 to 1000000");
  }

  @Test
  void one_field_of_a_proxy_counts() {
    assertThat(edge("UNSET", "").connections().proxies().field())
        .isEqualTo(ForwardedField.X_FORWARDED_FOR);
    assertThat(edge("MARQUEE_FORWARDED_FIELD", "forwarded").connections().proxies().field())
        .isEqualTo(ForwardedField.FORWARDED);
    assertThat(edge("MARQUEE_FORWARDED_FIELD", "none").connections().proxies().field())
        .isEqualTo(ForwardedField.NONE);
    assertThatThrownBy(() -> edge("MARQUEE_FORWARDED_FIELD", "X-Real-IP"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("X-Real-IP");
  }

  @Test
  void times_are_settings_and_all_limits_are_listed() {
    PortSettings settings = edge("MARQUEE_IDLE_TIME", "7s");
    ServerSettings port = settings.api(new InetSocketAddress(0));
    assertThat(port.times().idle()).hasSeconds(7);
    assertThat(settings.limits(port.limits()))
        .containsEntry("idleMillis", 7_000L)
        .containsEntry("headMillis", 10_000L)
        .containsEntry("connections", 10_000L)
        .containsEntry("failedAuthenticationsPerMinute", 600L);
    assertThatThrownBy(() -> edge("MARQUEE_HEAD_TIME", "0s"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("MARQUEE_HEAD_TIME");
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
    assertThatThrownBy(() -> edge("MARQUEE_CORS_ORIGINS", "https://odeon.example," + origin))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(origin);
  }

  @Test
  void the_operations_port_has_the_names_it_was_given_and_the_one_it_listens_on() {
    InetSocketAddress address = InetSocketAddress.createUnresolved("Ops.example", 1);
    assertThat(edge("MARQUEE_OPS_HOSTS", " Marquee, ops-1.internal,").operationsHosts(address))
        .containsExactlyInAnyOrder("marquee", "ops-1.internal", "ops.example");
  }

  @ParameterizedTest
  @ValueSource(strings = {"marquee:8081", "*.example", "a b", "http://a"})
  void what_is_no_name_of_a_host_is_refused(String name) {
    assertThatThrownBy(() -> edge("MARQUEE_OPS_HOSTS", "marquee," + name))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(name);
  }
}
