package org.marquee.fetch;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.network.AddressBlock;

/// The addresses of the public internet.
final class PublicAddresses {
  /// IANA, "IPv4 Special-Purpose Address Registry", with multicast and what is reserved.
  private static final List<AddressBlock> NOT_PUBLIC_4 =
      blocks(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4");

  /// What IANA gives out to networks on the internet (RFC 4291, 2.4).
  private static final AddressBlock PUBLIC_6 = AddressBlock.parse("2000::/3");

  /// IANA, "IPv6 Special-Purpose Address Registry": what of that is for something else, tunnels
  /// that hold an IPv4 address (Teredo, 6to4) among it.
  private static final List<AddressBlock> NOT_PUBLIC_6 =
      blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  /// An IPv4 address in its last four bytes (RFC 6052).
  private static final AddressBlock NAT64 = AddressBlock.parse("64:ff9b::/96");

  private PublicAddresses() {}

  /// Whether the address is one of the public internet: neither of this machine, of a network
  /// nearby, for many at once, nor for anything special.
  static boolean isOne(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return NOT_PUBLIC_4.stream().noneMatch(block -> block.holds(address));
    }
    if (NAT64.holds(address)) {
      return isOne(ofBytes(Arrays.copyOfRange(bytes, 12, 16)));
    }
    return PUBLIC_6.holds(address) && NOT_PUBLIC_6.stream().noneMatch(each -> each.holds(address));
  }

  private static List<AddressBlock> blocks(String... all) {
    return Stream.of(all).map(AddressBlock::parse).toList();
  }

  private static InetAddress ofBytes(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has four bytes
    }
  }
}
