package org.marquee.http.admission;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// The proxies of the operator, and the field in which they name the client whose request they
/// forward.
///
/// Each proxy appends the address that it was called from. Only what a trusted proxy has appended
/// counts: the list is read from its end, up to the first address that is not a trusted proxy. The
/// client could have invented everything before that.
///
/// @param trusted the addresses of the proxies
/// @param field the one field that counts. A proxy sets one and passes the other on as the client
///   sent it, so a second one must not count
public record Proxies(Predicate<InetAddress> trusted, ForwardedField field) {
  /// No proxies: the client is who connects.
  public static final Proxies NONE = new Proxies(_ -> false, ForwardedField.NONE);

  /// More than any real chain of proxies.
  private static final int MOST_HOPS = 32;

  /// Whether this is the address of a proxy.
  public boolean contains(InetAddress address) {
    return trusted.test(address);
  }

  /// The address of the client of a request: the last one named that is not a trusted proxy. Where
  /// that is not an address (`unknown`, a made-up name), it is the proxy that named it.
  ///
  /// @param peer the address at the other end of the connection
  public InetAddress client(InetAddress peer, Function<String, List<String>> headers) {
    if (field == ForwardedField.NONE || !trusted.test(peer)) {
      return peer;
    }
    List<String> lines = new ArrayList<>(headers.apply(field.field()));
    InetAddress known = peer;
    int hops = 0;
    while (!lines.isEmpty()) {
      String line = lines.removeLast();
      int end = line.length();
      while (end >= 0) {
        int start = field.lastElement(line, end);
        InetAddress named = field.address(line.substring(start, end).strip());
        if (named == null || ++hops > MOST_HOPS) {
          return known;
        }
        known = named;
        if (!trusted.test(known)) {
          return known;
        }
        end = start - 1;
      }
    }
    return known;
  }
}
