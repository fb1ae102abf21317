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

    private static final long MILLION = 1_000_000;

    /// Does not overlap the numbers of wrk.
    private static final long RUN = 500_000;

    /// The target of a query when it is asked for the `number`th time: the same, or another one
    /// each time. wrk makes them alike (`load.lua`).
    String target(String query, long number) {
      long first = this == FRESH ? number % MILLION : 0;
      long second = this == FRESH ? (RUN + number / MILLION) % MILLION : 0;
      return query.replace("{a}", six(first)).replace("{b}", six(second));
    }

    private static String six(long number) {
      return Long.toString(MILLION + number).substring(1);
    }

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
