package org.marquee.http.admission;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/// The addresses that one client can choose from at will, and that are counted as one: an IPv4
/// address, or the IPv6 addresses that share their first 64 bits.
public final class ClientNetwork {
  private static final int IPV4_BYTES = 4;

  private ClientNetwork() {}

  /// The number of the network that an address is in. No two networks in use have the same one: the
  /// numbers of IPv4 addresses are below 2 to the 32nd, where no IPv6 network is.
  public static long of(InetAddress address) {
    byte[] bytes = address.getAddress();
    ByteBuffer read = ByteBuffer.wrap(bytes);
    return bytes.length == IPV4_BYTES ? Integer.toUnsignedLong(read.getInt()) : read.getLong();
  }
}
