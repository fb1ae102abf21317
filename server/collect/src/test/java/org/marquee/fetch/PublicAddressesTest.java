package org.marquee.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;

@NullMarked
class PublicAddressesTest {
  @ParameterizedTest
  @Cases(
      """
      0.0.0.0 | 0.1.2.3 | 10.0.0.1 | 100.64.0.1 | 100.127.255.255 | 127.0.0.1 | 127.255.255.254
      169.254.169.254 | 172.16.0.1 | 172.31.255.255 | 192.0.0.8 | 192.0.2.1 | 192.88.99.1
      192.168.1.1 | 198.18.0.1 | 198.19.255.255 | 198.51.100.1 | 203.0.113.1 | 224.0.0.1
      239.255.255.255 | 240.0.0.1 | 255.255.255.255 | :: | ::1 | ::ffff:127.0.0.1 | ::127.0.0.1
      64:ff9b::127.0.0.1 | 64:ff9b::10.0.0.1 | 64:ff9b:1::8.8.8.8 | 100::1 | 2001::1 | 2001:db8::1
      2002:7f00:1:: | 2002:808:808::1 | 3fff::1 | 5f00::1 | fc00::1 | fd12::1 | fe80::1 | fec0::1
      ff02::1
      """)
  void an_address_for_something_special_is_not_public(String text) {
    assertThat(PublicAddresses.isOne(InetAddress.ofLiteral(text))).as(text).isFalse();
  }

  @ParameterizedTest
  @Cases(
      """
      1.1.1.1 | 8.8.8.8 | 9.255.255.255 | 11.0.0.0 | 100.63.255.255 | 100.128.0.0 | 126.255.255.255
      128.0.0.0 | 172.15.255.255 | 172.32.0.0 | 192.0.1.1 | 198.17.255.255 | 198.20.0.0
      223.255.255.255 | 2606:4700::1 | 2001:200::1 | 64:ff9b::8.8.8.8 | ::ffff:8.8.8.8
      """)
  void an_address_of_the_internet_is_public(String text) {
    assertThat(PublicAddresses.isOne(InetAddress.ofLiteral(text))).as(text).isTrue();
  }
}
