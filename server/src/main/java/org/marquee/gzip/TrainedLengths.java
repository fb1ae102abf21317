package org.marquee.gzip;

/// The lengths of the codes that pages are written with, a hexadecimal digit for each symbol. Made
/// by `TrainCode` of the benchmarks, of pages of the demo.
final class TrainedLengths {
  /// Of the 256 bytes, the end of the block and the 29 lengths of matches.
  static final String LITERALS =
      "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee8e6eeeeeeeec88b855556556667eeeee"
          + "e9baabbaa9ccbaabbbaa8abbba9aeae9e55555666766755766555856666ae8ee"
          + "ceeeeeeeeeeeeeeeeeeeeeeeeceeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
          + "eeedeeeeeeeeeeddeeeeeeeeeeeeeeeeeeceeeeeeeeeeeeeeeeeeeeeeeeeeeee"
          + "be7a989a9966798897778779aaaaee";

  /// Of the 30 distances.
  static final String DISTANCES = "eeeeeeeeba98776352644434455667";

  private TrainedLengths() {}
}
