package org.marquee.v1.operation;

/// Values that the examples of several declarations share: those of a cinema of the sample region,
/// its chain, a classic film and a showtime. All but the showtime are there whenever the demo runs.
public final class Examples {
  static final String CHAIN_ID = "ch_10bh9jjj6p0k6xbx71y1";
  static final String CINEMA_ID = "ci_yfgaf7zqax9s9eh2rh4e";
  static final String FILM_ID = "fi_r4kb79sy0ps0sev67xhb";
  static final String SCREEN_ID = "sc_gs6pfxyte0jrajz9z90c";
  static final String SHOWTIME_ID = "st_0vfbsv9cv4ft2g1vd7br";
  static final String PLACE_ID = "pl_dj8g8pbnnutu";
  static final String POSTCODE = "SX3 5JE";

  public static final String DAY = "2026-11-27T00:00:00Z";
  static final String NEXT_DAY = "2026-11-28T00:00:00Z";

  /// Within the day.
  static final String START = "2026-11-27T13:40:00Z";

  static final String OBSERVED = "2026-11-20T06:00:00Z";

  private Examples() {}
}
