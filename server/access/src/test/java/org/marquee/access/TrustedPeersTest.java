package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;

@NullMarked
class TrustedPeersTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # block,              peer,                 trusted
          127.0.0.1,            127.0.0.1,            true
          127.0.0.1,            127.0.0.2,            false
          127.0.0.1/32,         127.0.0.1,            true
          10.0.0.0/8,           10.0.0.0,             true
          10.0.0.0/8,           10.255.255.255,       true
          10.0.0.0/8,           11.0.0.0,             false
          10.0.0.0/8,           9.255.255.255,        false
          172.16.0.0/12,        172.31.255.255,       true
          172.16.0.0/12,        172.32.0.0,           false
          192.168.1.128/25,     192.168.1.128,        true
          192.168.1.128/25,     192.168.1.127,        false
          192.0.2.4/31,         192.0.2.5,            true
          192.0.2.4/31,         192.0.2.6,            false
          128.0.0.0/1,          255.255.255.255,      true
          128.0.0.0/1,          127.255.255.255,      false
          0.0.0.0/0,            203.0.113.9,          true
          0.0.0.0/0,            2001:db8::1,          false
          ::1,                  ::1,                  true
          ::1,                  0:0:0:0:0:0:0:1,      true
          ::1,                  ::2,                  false
          ::1,                  127.0.0.1,            false
          2001:db8::/32,        2001:db8::,           true
          2001:db8::/32,        2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, true
          2001:db8::/32,        2001:db9::,           false
          2001:DB8::/127,       2001:db8::1,          true
          2001:DB8::/127,       2001:db8::2,          false
          fe80::/10,            febf::1,              true
          fe80::/10,            fec0::1,              false
          ::/0,                 2001:db8::1,          true
          ::/0,                 10.0.0.1,             false
          ::ffff:10.0.0.0/104,  10.1.2.3,             true
          ::ffff:10.0.0.0/104,  11.1.2.3,             false
          ::ffff:a00:1,         10.0.0.1,             true
          ::ffff:0:0/96,        203.0.113.9,          true
          ::ffff:0:0/96,        2001:db8::1,          false
          10.0.0.0/8,           ::ffff:10.1.2.3,      true
          10.0.0.0/8,           ::10.1.2.3,           false
          """)
  void a_block_holds_what_begins_like_it(String block, String peer, boolean trusted) {
    TrustedPeers peers = TrustedPeers.parse(List.of(block));
    assertThat(peers.contains(InetAddress.ofLiteral(peer))).isEqualTo(trusted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "10.0.0.1 ", " 10.0.0.1"})
  @Cases(
      """
      localhost | gateway.example | 10 | 10.1 | 10.0.0 | 10/8 | 1.2.3.4.5 | 010.0.0.1 | 256.0.0.1
      0x7f.0.0.1 | 10.0.0.1:80 | [::1] | fe80::1%eth0 | : | ::: | 1::2::3 | 12345:: | 1:2:3:4:5:6:7
      dead:beef | /8 | bad/8
      """)
  void what_is_no_address_is_refused(String text) {
    assertThatThrownBy(() -> TrustedPeers.parse(List.of("10.0.0.1", text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + ": not an IPv4 or IPv6 address or CIDR block (names are not looked up)");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          10.0.0.0/,     32
          10.0.0.0/33,   32
          10.0.0.0/-1,   32
          10.0.0.0/+8,   32
          10.0.0.0/08,   32
          10.0.0.0/8/8,  32
          10.0.0.0/255.0.0.0, 32
          10.0.0.0/9999999999, 32
          ::/129,        128
          ::/x,          128
          """)
  void a_prefix_is_a_number_of_bits(String text, int most) {
    assertThatThrownBy(() -> TrustedPeers.parse(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + ": the prefix is not a number from 0 to " + most);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          10.0.0.1/8,          8,   10.0.0.0/8
          0.0.0.1/0,           0,   0.0.0.0/0
          200.1.2.3/9,         9,   200.0.0.0/9
          2001:db8::1/64,      64,  2001:db8:0:0:0:0:0:0/64
          ::ffff:10.0.0.1/104, 104, 10.0.0.0/8
          """)
  void a_block_begins_with_its_lowest_address(String text, int prefix, String meant) {
    assertThatThrownBy(() -> TrustedPeers.parse(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s: the address has bits set beyond its prefix of %d; the block is %s"
                .formatted(text, prefix, meant));
  }

  @Test
  void a_wider_block_than_that_of_mapped_addresses_is_refused() {
    assertThatThrownBy(() -> TrustedPeers.parse(List.of("::ffff:0:0/90")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("::ffff:0:0/90: the address has bits set beyond its prefix of 90");
  }

  @Test
  void each_of_several_blocks_counts_and_none_trusts_nobody() {
    TrustedPeers peers = TrustedPeers.parse(List.of("192.0.2.1", "2001:db8::/32", "10.0.0.0/8"));
    assertThat(peers.contains(InetAddress.ofLiteral("192.0.2.1"))).isTrue();
    assertThat(peers.contains(InetAddress.ofLiteral("2001:db8::7"))).isTrue();
    assertThat(peers.contains(InetAddress.ofLiteral("10.9.8.7"))).isTrue();
    assertThat(peers.contains(InetAddress.ofLiteral("192.0.2.2"))).isFalse();
    assertThat(TrustedPeers.parse(List.of()).contains(InetAddress.getLoopbackAddress())).isFalse();
  }

  @Test
  void an_ipv4_peer_that_the_system_shows_as_ipv6_is_recognised() throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
    InetAddress peer = Inet6Address.getByAddress(null, mapped, 1);
    assertThat(peer).isInstanceOf(Inet6Address.class);
    assertThat(TrustedPeers.parse(List.of("10.0.0.0/8")).contains(peer)).isTrue();
    assertThat(TrustedPeers.parse(List.of("11.0.0.0/8")).contains(peer)).isFalse();
  }

  @Test
  void random_blocks_hold_exactly_the_addresses_that_share_their_first_bits() throws Exception {
    Random random = new Random(4632);
    for (int time = 0; time < 5000; time++) {
      byte[] address = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(address);
      int bits = address.length * 8;
      int prefix = random.nextInt(bits + 1);
      byte[] first = address.clone();
      for (int bit = prefix; bit < bits; bit++) {
        first[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
      }
      byte[] other = address.clone();
      int flipped = random.nextInt(bits);
      other[flipped / 8] ^= (byte) (0x80 >> (flipped % 8));

      String block = InetAddress.getByAddress(first).getHostAddress() + "/" + prefix;
      TrustedPeers peers = TrustedPeers.parse(List.of(block));
      assertThat(peers.contains(InetAddress.getByAddress(address))).as(block).isTrue();
      assertThat(peers.contains(InetAddress.getByAddress(other)))
          .as("%s, bit %d of %s", block, flipped, Arrays.toString(other))
          .isEqualTo(flipped >= prefix);
    }
  }
}
