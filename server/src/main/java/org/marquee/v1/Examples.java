package org.marquee.v1;

/// Values that the examples of several declarations share. They are those of the cinema in
/// `docs/examples/rex.ndjson`, which belongs to no chain, and of an invented chain.
final class Examples {
  static final String CHAIN_ID = "ch_acn9enc3041axnqvffzb";
  static final String CINEMA_ID = "ci_cgs7wykb1de41dgs9pj8";
  static final String FILM_ID = "fi_m7m3r21m5q2qnagw5nwg";
  static final String SCREEN_ID = "sc_yd7a16460v8gbb7nacdx";
  static final String SHOWTIME_ID = "st_2ywypfdegz6mtw18vg28";
  static final String POSTCODE = "SX3 5JA";

  static final String DAY = "2027-01-15T00:00:00Z";
  static final String NEXT_DAY = "2027-01-16T00:00:00Z";

  /// Within the day.
  static final String START = "2027-01-15T17:45:00Z";

  static final String OBSERVED = "2026-11-20T06:00:00Z";

  private Examples() {}
}
