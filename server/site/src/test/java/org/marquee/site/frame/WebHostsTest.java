package org.marquee.site.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;

/// Which addresses the hosts of an operator have.
@NullMarked
class WebHostsTest {
  private static final WebHosts HOSTS =
      WebHosts.read("rex.example, *.cdn.example,https://odd.example:8443");

  @ParameterizedTest
  @Cases(
      """
      https://rex.example/1.jpg | http://REX.example/ | https://rex.example?1
      https://a.b.cdn.example/1.jpg | https://odd.example:8443/1.jpg
      """)
  void an_address_at_a_host_is_found(String address) {
    assertThat(HOSTS.have(address)).isTrue();
  }

  @ParameterizedTest
  @Cases(
      """
      https://rex.example.evil.example/1.jpg | https://evil.example/rex.example/1.jpg
      https://rex.example@evil.example/1.jpg | https://evil.example?.cdn.example/1.jpg
      https://rex.example:8443/1.jpg | https://rexxexample/1.jpg | https://cdn.example/1.jpg
      http://odd.example:8443/1.jpg | javascript:rex.example/
      """)
  void one_elsewhere_is_not(String address) {
    assertThat(HOSTS.have(address)).isFalse();
  }

  @Test
  void no_host_has_no_address() {
    assertThat(WebHosts.read(" , ").isEmpty()).isTrue();
    assertThat(WebHosts.NONE.have("https://rex.example/")).isFalse();
  }
}
