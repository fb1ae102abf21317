package org.marquee.http.admission;

/// How many connections and requests a server takes at once.
///
/// @param most of all clients together, at least 1
/// @param perAddress of one [ClientNetwork], at least 1
/// @param proxies the addresses that forward for many clients and may have `most`
/// @param streams requests under way on one connection of HTTP/2, at least 1
public record ConnectionLimits(int most, int perAddress, Proxies proxies, int streams) {
  /// [#streams()] by default.
  public static final int USUAL_STREAMS = 100;

  private static final int SHARES = 4;

  public ConnectionLimits {
    if (most < 1 || perAddress < 1 || streams < 1) {
      throw new IllegalArgumentException("a limit of connections or streams is less than 1");
    }
  }

  /// So many connections, of one address a quarter of them, and no proxies.
  public static ConnectionLimits of(int most) {
    return new ConnectionLimits(most, share(most), Proxies.NONE, USUAL_STREAMS);
  }

  /// So many connections, for each address all of them.
  public static ConnectionLimits withoutShares(int most) {
    return new ConnectionLimits(most, most, Proxies.NONE, USUAL_STREAMS);
  }

  /// A quarter, at least 1: what one address may have of `most` by default.
  public static int share(int most) {
    return Math.max(1, most / SHARES);
  }
}
