package org.marquee.site.frame;

import java.net.InetAddress;
import java.util.function.LongSupplier;
import org.marquee.access.MinuteBudget;
import org.marquee.http.admission.ClientNetwork;
import org.marquee.http.message.Request;

/// Bounds how many pages one address may ask for in a minute, so that nobody takes the data page by
/// page without a key. Safe for many threads.
public final class PageBudget {
  private final MinuteBudget<Long> addresses;

  /// @param most pages a minute; 0: any number
  /// @param nanoTime as of [System#nanoTime]
  public PageBudget(int most, LongSupplier nanoTime) {
    addresses = new MinuteBudget<>(most, nanoTime);
  }

  /// Counts a page for the client of a request. Of a proxy that forwards no address nobody knows
  /// who asks, and nothing is counted.
  ///
  /// @return the seconds until the address may ask again; 0 if it may have this page
  public long spend(Request request) {
    InetAddress client = request.client();
    return request.isProxy(client) ? 0 : addresses.spend(ClientNetwork.of(client));
  }
}
