package org.marquee.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.SourceFailed;

/// Which redirects are followed, and which addresses a name may have.
@NullMarked
class RedirectTest extends Fetching {
  @Test
  void redirects_are_followed_and_loops_are_not() throws IOException {
    site.at("/old", exchange -> redirect(exchange, "/new")).at("/new", "here");
    assertThat(text(fetched("/old", Map.of()))).isEqualTo("here");
    site.at("/loop", exchange -> redirect(exchange, "/loop"));
    failsFor("/loop", "redirects more than 5 times");
  }

  @Test
  void what_headers_hold_goes_to_no_other_host() throws IOException {
    rule = RedirectRule.allowing(List.of("127.0.0.1"));
    try (Site other = Site.open()) {
      other.at("/feed", "there");
      site.at("/away", exchange -> redirect(exchange, other.address("/feed").toString()))
          .at("/round", exchange -> redirect(exchange, "/away"));
      assertThat(text(fetched("/round", Map.of("Authorization", "Bearer secret"))))
          .isEqualTo("there");
      assertThat(site.asked.getLast().getFirst("Authorization")).isEqualTo("Bearer secret");
      assertThat(other.asked.getFirst()).doesNotContainKey("Authorization");
      assertThat(other.asked.getFirst()).containsKey("User-agent");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::ffff:127.0.0.1]",
        "[::1]", "[::]", "0.0.0.0", "localhost", "localhost.", "[64:ff9b::7f00:1]",
        "[::127.0.0.1]", "169.254.169.254", "[fe80::1]"
      })
  void a_redirect_leads_to_no_machine_nearby(String host) throws IOException {
    try (Site nearby = Site.open()) {
      nearby.at("/secret", "a secret of this machine");
      site.at(
          "/feed",
          exchange ->
              redirect(
                  exchange, "http://" + host + ":" + nearby.address("").getPort() + "/secret"));
      assertThatThrownBy(() -> fetched("/feed", Map.of()))
          .isInstanceOf(SourceFailed.class)
          .hasMessageNotContaining("a secret");
      assertThat(nearby.asked).isEmpty();
    }
  }

  @Test
  void an_address_that_somebody_else_wrote_leads_to_no_machine_nearby() throws IOException {
    site.at("/secret", "a secret of this machine");
    rule = RedirectRule.PUBLIC.fromTheFirst();
    failsFor("/secret", "is not on the public internet");
    assertThat(site.asked).isEmpty();
    rule = RedirectRule.allowing(List.of("127.0.0.1")).fromTheFirst();
    assertThat(text(fetched("/secret", Map.of()))).isEqualTo("a secret of this machine");
  }

  @Test
  void a_redirect_to_an_address_nearby_names_the_remedy() {
    site.at("/feed", exchange -> redirect(exchange, "http://169.254.169.254/latest"));
    failsFor("/feed", "is not a public address (169.254.169.254). If that is intended");
    failsFor("/feed", "allowRedirectsTo");
  }

  /// A name with a public address at the check, and the address of this machine at the connection.
  @Test
  void a_name_that_changes_its_meaning_leads_nowhere_else() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    fetchWithin(
        Duration.ofSeconds(2),
        1,
        host ->
            List.of(
                host.equals("rebinds.example") && asked.getAndIncrement() == 0
                    ? InetAddress.ofLiteral("2001:200::1")
                    : InetAddress.getLoopbackAddress()));
    try (Site nearby = Site.open()) {
      nearby.at("/secret", "a secret of this machine");
      site.at(
          "/feed",
          exchange ->
              redirect(
                  exchange, "http://rebinds.example:" + nearby.address("").getPort() + "/secret"));
      assertThatThrownBy(() -> fetched("/feed", Map.of())).isInstanceOf(SourceFailed.class);
      assertThat(nearby.asked).isEmpty();
      assertThat(asked).hasValue(1);
    }
  }

  /// The name in the operator's own address: first a public address, then this machine's.
  @Test
  void a_host_that_was_public_does_not_become_this_machine() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    fetchWithin(
        Duration.ofSeconds(10),
        2,
        _ ->
            List.of(
                asked.getAndIncrement() == 0
                    ? InetAddress.ofLiteral("2001:200::1")
                    : InetAddress.getLoopbackAddress()));
    site.at("/secret", "a secret of this machine");
    URI address = URI.create("http://rebinds.example:" + site.address("").getPort() + "/secret");
    failsFor(address, "had a public address before, and has none now (127.0.0.1)");
    failsFor(address, "allowRedirectsTo");
    assertThat(site.asked).isEmpty();
    rule = RedirectRule.allowing(List.of("rebinds.example"));
    assertThat(text(fetched(address, Map.of()))).isEqualTo("a secret of this machine");
  }

  /// The public address is tried first and refuses, so that the next one is tried.
  @Test
  void a_public_name_that_also_means_this_machine_means_the_public_one() throws IOException {
    fetchWithin(
        Duration.ofSeconds(2),
        1,
        _ -> List.of(InetAddress.ofLiteral("2001:200::1"), InetAddress.getLoopbackAddress()));
    site.at("/secret", "a secret of this machine");
    URI address = URI.create("http://both.example:" + site.address("").getPort() + "/secret");
    assertThatThrownBy(() -> fetched(address, Map.of())).isInstanceOf(SourceFailed.class);
    assertThat(site.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.0/8", "127.0.0.1", "localhost", "LOCALHOST."})
  void an_operator_may_allow_a_redirect(String allowed) throws IOException {
    rule = RedirectRule.allowing(List.of(allowed));
    try (Site nearby = Site.open()) {
      nearby.at("/feed", "here");
      site.at(
          "/feed",
          exchange ->
              redirect(exchange, "http://localhost:" + nearby.address("").getPort() + "/feed"));
      assertThat(text(fetched("/feed", Map.of()))).isEqualTo("here");
    }
  }

  @Test
  void a_redirect_brings_no_user_along() {
    site.at("/feed", exchange -> redirect(exchange, "http://a:secret@example.org/feed"));
    assertThatThrownBy(() -> fetched("/feed", Map.of()))
        .hasMessageContaining("redirects to an address with a user")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "ftp://example.org/feed", "http:///feed", "", "::"})
  void a_redirect_leads_to_an_address_of_the_web_or_nowhere(String to) {
    site.at("/feed", exchange -> redirect(exchange, to));
    failsFor("/feed", "redirects to an invalid URL");
  }
}
