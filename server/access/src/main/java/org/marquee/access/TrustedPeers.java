package org.marquee.access;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// The addresses whose word on who is asking is taken: those of an external gateway
/// (docs/proxies.md, "A gateway of your own").
///
/// An IPv4 address and the IPv6 address that it is mapped to (RFC 4291, 2.5.5.2) are the same; no
/// wider IPv6 block holds an IPv4 address.
public final class TrustedPeers {
  /// `java.net` would also take `10` or `10.1`, and `010` means different things to different
  /// people.
  private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final Pattern PREFIX = Pattern.compile("0|[1-9]\\d{0,2}");

  /// What an IPv4 address begins with where it is written as an IPv6 one.
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  private final List<Block> blocks;

  private TrustedPeers(List<Block> blocks) {
    this.blocks = blocks;
  }

  /// The peers within these addresses and CIDR blocks (RFC 4632): `127.0.0.1`, `10.0.0.0/8`,
  /// `2001:db8::/32`. No names: a name server would decide which peers are trusted.
  ///
  /// @throws IllegalArgumentException with a message for the operator, if one is not of that form
  public static TrustedPeers parse(List<String> blocks) {
    return new TrustedPeers(blocks.stream().map(Block::parse).toList());
  }

  /// Whether this address is trusted.
  public boolean contains(InetAddress peer) {
    byte[] address = unmapped(peer);
    return blocks.stream().anyMatch(block -> block.contains(address));
  }

  private static byte[] unmapped(InetAddress address) {
    byte[] bytes = address.getAddress();
    int start = MAPPED.length;
    boolean mapped = bytes.length > start && Arrays.equals(bytes, 0, start, MAPPED, 0, start);
    return mapped ? Arrays.copyOfRange(bytes, start, bytes.length) : bytes;
  }

  /// The addresses of one length that agree with `first` in all but their last bits.
  ///
  /// @param first the lowest of them
  /// @param length of an address, in bits
  /// @param open how many bits at the end may differ
  private record Block(BigInteger first, int length, int open) {
    static Block parse(String text) {
      int slash = text.indexOf('/');
      String literal = slash < 0 ? text : text.substring(0, slash);
      int writtenLength = literal.indexOf(':') < 0 ? 32 : 128;
      byte[] address = unmapped(address(text, literal));
      int prefix =
          slash < 0 ? writtenLength : prefix(text, text.substring(slash + 1), writtenLength);
      int length = address.length * Byte.SIZE;
      int open = writtenLength - prefix;
      BigInteger first = new BigInteger(1, address);
      if (open > length || (first.signum() != 0 && first.getLowestSetBit() < open)) {
        throw new IllegalArgumentException(
            text + ": the address has bits set beyond its prefix of " + prefix);
      }
      return new Block(first, length, open);
    }

    private static InetAddress address(String text, String literal) {
      try {
        if (IPV4.matcher(literal).matches() || IPV6.matcher(literal).matches()) {
          return InetAddress.ofLiteral(literal);
        }
      } catch (IllegalArgumentException _) {
        // Refused below.
      }
      throw new IllegalArgumentException(
          text + ": not an IPv4 or IPv6 address or CIDR block (names are not looked up)");
    }

    private static int prefix(String text, String digits, int most) {
      if (!PREFIX.matcher(digits).matches() || Integer.parseInt(digits) > most) {
        throw new IllegalArgumentException(text + ": the prefix is not a number from 0 to " + most);
      }
      return Integer.parseInt(digits);
    }

    boolean contains(byte[] address) {
      return address.length * Byte.SIZE == length
          && new BigInteger(1, address).xor(first).bitLength() <= open;
    }
  }
}
