package org.marquee.fetch;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The addresses that begin with the same bits, such as `10.0.0.0/8`.
///
/// @param network one of them
/// @param bits how many bits they share
record AddressBlock(InetAddress network, int bits) {
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
  private static final AddressBlock PUBLIC_6 = block("2000::/3");

  /// IANA, "IPv6 Special-Purpose Address Registry": what of that is for something else, tunnels
  /// that hold an IPv4 address (Teredo, 6to4) among it.
  private static final List<AddressBlock> NOT_PUBLIC_6 =
      blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  /// An IPv4 address in its last four bytes (RFC 6052).
  private static final AddressBlock NAT64 = block("64:ff9b::/96");

  /// Whether the address is one of the public internet: neither of this machine, of a network
  /// nearby, for many at once, nor for anything special.
  static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return NOT_PUBLIC_4.stream().noneMatch(block -> block.holds(address));
    }
    if (NAT64.holds(address)) {
      return isPublic(ofBytes(Arrays.copyOfRange(bytes, 12, 16)));
    }
    return PUBLIC_6.holds(address) && NOT_PUBLIC_6.stream().noneMatch(each -> each.holds(address));
  }

  /// Reads `10.0.0.0/8`, `fd00::/8`, or a single address; empty where it is none of these.
  static Optional<AddressBlock> read(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length > 2 || !parts[0].matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      return Optional.empty();
    }
    try {
      InetAddress network = InetAddress.ofLiteral(parts[0]);
      int most = network.getAddress().length * 8;
      int bits = parts.length == 1 ? most : Integer.parseInt(parts[1]);
      return bits < 0 || bits > most
          ? Optional.empty()
          : Optional.of(new AddressBlock(network, bits));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  boolean holds(InetAddress address) {
    byte[] own = network.getAddress();
    byte[] other = address.getAddress();
    return own.length == other.length
        && new BigInteger(1, own).xor(new BigInteger(1, other)).bitLength()
            <= own.length * 8 - bits;
  }

  private static List<AddressBlock> blocks(String... all) {
    return Stream.of(all).map(AddressBlock::block).toList();
  }

  private static AddressBlock block(String text) {
    return read(text).orElseThrow();
  }

  private static InetAddress ofBytes(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has four bytes
    }
  }
}
