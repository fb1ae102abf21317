package org.marquee.network;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/// The addresses of one length that agree in all but their last bits, such as `10.0.0.0/8` (RFC
/// 4632).
///
/// An IPv4 address and the IPv6 address that it is mapped to (RFC 4291, 2.5.5.2) are the same; no
/// wider IPv6 block holds an IPv4 address.
///
/// @param first the lowest of them
/// @param length of an address, in bits
/// @param hostBits how many bits at the end may have any value
public record AddressBlock(BigInteger first, int length, int hostBits) {
  /// `java.net` would also take `10` or `10.1`, and `010` means different things to different
  /// people.
  private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final Pattern PREFIX = Pattern.compile("0|[1-9]\\d{0,2}");

  /// What an IPv4 address begins with where it is written as an IPv6 one.
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /// Reads an address or a block: `127.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`. No names.
  ///
  /// @throws IllegalArgumentException with a message for the operator, if it is neither
  public static AddressBlock parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    int writtenLength = literal.indexOf(':') < 0 ? 32 : 128;
    byte[] address = unmapped(address(text, literal));
    int prefix = slash < 0 ? writtenLength : prefix(text, text.substring(slash + 1), writtenLength);
    int length = address.length * Byte.SIZE;
    int hostBits = writtenLength - prefix;
    BigInteger written = new BigInteger(1, address);
    BigInteger first = written.shiftRight(hostBits).shiftLeft(hostBits);
    if (hostBits > length || !first.equals(written)) {
      throw new IllegalArgumentException(
          "%s: the address has bits set beyond its prefix of %d%s"
              .formatted(
                  text,
                  prefix,
                  hostBits > length ? "" : "; the block is " + text(first, length, hostBits)));
    }
    return new AddressBlock(first, length, hostBits);
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

  private static byte[] unmapped(InetAddress address) {
    byte[] bytes = address.getAddress();
    int start = MAPPED.length;
    boolean mapped = bytes.length > start && Arrays.equals(bytes, 0, start, MAPPED, 0, start);
    return mapped ? Arrays.copyOfRange(bytes, start, bytes.length) : bytes;
  }

  private static String text(BigInteger first, int length, int hostBits) {
    byte[] bytes = new byte[length / Byte.SIZE];
    byte[] digits = first.toByteArray();
    int count = Math.min(digits.length, bytes.length);
    System.arraycopy(digits, digits.length - count, bytes, bytes.length - count, count);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress() + "/" + (length - hostBits);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has as many bytes as an address
    }
  }

  /// Whether the address is one of them.
  public boolean holds(InetAddress address) {
    byte[] bytes = unmapped(address);
    return bytes.length * Byte.SIZE == length
        && new BigInteger(1, bytes).xor(first).bitLength() <= hostBits;
  }
}
