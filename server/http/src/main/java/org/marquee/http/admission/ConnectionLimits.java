package org.marquee.http.admission;

/// How many connections a server takes at once.
///
/// @param most of all clients together, at least 1
/// @param perAddress of one [ClientNetwork], at least 1
/// @param proxies the addresses that forward for many clients and may have `most`
public record ConnectionLimits(int most, int perAddress, Proxies proxies) {
  private static final int SHARES = 4;

  public ConnectionLimits {
    if (most < 1 || perAddress < 1) {
      throw new IllegalArgumentException("a limit of connections is less than 1");
    }
  }

  /// So many connections, of one address a quarter of them, and no proxies.
  public static ConnectionLimits of(int most) {
    return new ConnectionLimits(most, share(most), Proxies.NONE);
  }

  /// So many connections, for each address all of them.
  public static ConnectionLimits withoutShares(int most) {
    return new ConnectionLimits(most, most, Proxies.NONE);
  }

  /// A quarter, at least 1: what one address may have of `most` by default.
  public static int share(int most) {
    return Math.max(1, most / SHARES);
  }
}
