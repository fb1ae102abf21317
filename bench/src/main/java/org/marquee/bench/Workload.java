package org.marquee.bench;

import java.util.List;
import java.util.Locale;

/// The queries for a server, and how they are sent.
///
/// @param queries the targets, as [Questions] makes them
record Workload(List<String> queries, Mode mode, Encoding encoding, String key) {

  /// Whether a query may be one that was asked before.
  enum Mode {
    REPEAT,
    FRESH;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The `Accept-Encoding` of the requests.
  enum Encoding {
    /// There is no such field.
    PLAIN,
    GZIP;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The line of the request's head; empty where there is none.
    String line() {
      return this == PLAIN ? "" : "Accept-Encoding: " + word() + "\r\n";
    }
  }

  static Workload plain(List<String> queries, Mode mode, String key) {
    return new Workload(queries, mode, Encoding.PLAIN, key);
  }

  static Workload gzip(List<String> queries, Mode mode, String key) {
    return new Workload(queries, mode, Encoding.GZIP, key);
  }

  /// The last lines of each request's head.
  String ending() {
    return " HTTP/1.1\r\nHost: localhost\r\n"
        + encoding.line()
        + "Authorization: Bearer "
        + key
        + "\r\n\r\n";
  }
}
