package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.app.console.SettingReaders;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.ForwardedField;
import org.marquee.http.admission.Proxies;
import org.marquee.http.message.Cors;
import org.marquee.node.NodeSettings;
import org.marquee.node.PortSettings;
import org.marquee.v1.answer.Gateway;
import picocli.CommandLine;

/// What an operator may set of a node.
@NullMarked
class NodeOptionsTest {
  private static NodeOptions options(String... words) {
    NodeOptions options = new NodeOptions();
    CommandLine line = new CommandLine(options);
    SettingReaders.addTo(line);
    line.parseArgs(words);
    return options;
  }

  private static PortSettings ports(String... words) {
    return options(words).ports();
  }

  private static NodeSettings node(String... words) {
    InetSocketAddress free = new InetSocketAddress(0);
    return options(words).at(new NodeSettings.Addresses(free, free), NodeSettings.Options.NONE);
  }

  @Test
  void without_a_word_a_node_has_the_usual_settings() {
    assertThat(ports().connections().perAddress())
        .isEqualTo(ConnectionLimits.share(ports().connections().most()));
    assertThat(ports().failedAuthentications()).isEqualTo(600);
    assertThat(ports().cors()).isSameAs(Cors.ANY);
    assertThat(ports().hosts()).isEmpty();
    assertThat(ports().times()).isEqualTo(PortSettings.USUAL.times());
    assertThat(node().horizon().daysBack()).isEqualTo(7);
    assertThat(node().timing().staleAfter()).hasSeconds(60);
    assertThat(node().gateway()).isInstanceOf(Gateway.BuiltIn.class);
  }

  @Test
  void each_setting_counts() {
    PortSettings set =
        ports(
            "--connections-per-address=7",
            "--failed-authentications=0",
            "--cors-origins=none",
            "--idle-time=7s",
            "--ops-hosts= Marquee, ops-1.internal,");
    assertThat(set.connections().perAddress()).isEqualTo(7);
    assertThat(set.failedAuthentications()).isZero();
    assertThat(set.cors()).isSameAs(Cors.OFF);
    assertThat(set.times().idle()).isEqualTo(Duration.ofSeconds(7));
    assertThat(set.hosts()).containsExactlyInAnyOrder("marquee", "ops-1.internal");
    NodeSettings node =
        node(
            "--days-back=0",
            "--stop-delay=5s",
            "--gateway-header=X-Organization",
            "--gateway-peers=10.0.0.7");
    assertThat(node.horizon().daysBack()).isZero();
    assertThat(node.timing().stopDelay()).hasSeconds(5);
    assertThat(node.gateway()).isInstanceOf(Gateway.External.class);
  }

  @Test
  void proxies_are_the_gateway_unless_others_are_named() throws UnknownHostException {
    InetAddress proxy = InetAddress.getByName("10.0.0.7");
    assertThat(proxies("--proxies=10.0.0.0/8").trusted()).accepts(proxy);
    assertThat(proxies("--gateway-peers=10.0.0.7").trusted()).accepts(proxy);
    assertThat(proxies("--proxies=10.1.0.1", "--gateway-peers=10.0.0.7").trusted()).rejects(proxy);
    assertThat(proxies().trusted()).rejects(proxy, InetAddress.getLoopbackAddress());
  }

  @Test
  void one_field_of_a_proxy_counts() {
    assertThat(proxies().field()).isEqualTo(ForwardedField.X_FORWARDED_FOR);
    assertThat(proxies("--forwarded-field=forwarded").field()).isEqualTo(ForwardedField.FORWARDED);
    assertThat(proxies("--forwarded-field=none").field()).isEqualTo(ForwardedField.NONE);
  }

  private static Proxies proxies(String... words) {
    return ports(words).connections().proxies();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "many", "1000001", "99999999999"})
  void what_is_no_number_of_connections_is_refused(String number) {
    for (String name : List.of("--connections", "--connections-per-address")) {
      assertThatThrownBy(() -> options(name + "=" + number))
          .hasMessageContaining("from 1 to 1000000");
    }
  }

  /// With each of these the service would answer nobody, or everybody, or not as was meant.
  @ParameterizedTest
  @CsvSource({
    "--failed-authentications, -1",
    "--forwarded-field, X-Real-IP",
    "--head-time, 0s",
    "--days-back, soon",
    "--days-back, off",
    "--gateway-header, X Organization",
    "--gateway-header, X-Organization:",
    "--gateway-peers, 10.0.0.0/33",
    "--gateway-peers, gateway.example",
    "--gateway-peers, ','",
    "--ops-hosts, marquee:8081",
    "--cors-origins, rex.example"
  })
  void what_a_setting_cannot_be_is_refused(String option, String value) {
    assertThatThrownBy(() -> options(option + "=" + value))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining(
            value.equals(",") ? "no address" : value.equals("-1") ? "1000000" : value);
  }
}
