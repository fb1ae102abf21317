package org.marquee.gzip;

/// The lengths of the codes that pages are written with, a hexadecimal digit for each symbol. Made
/// by `TrainCode` of the benchmarks, of pages of the demo.
final class TrainedLengths {
  /// Of the 256 bytes, the end of the block and the 29 lengths of matches.
  static final String LITERALS =
      "dddddddddddddddddddddddddddddddd9d7ddddddddd88b855556556667ddddd"
          + "dabaabbaa9ccbaabbbaa8abbba9adad9d55555666766755766555856666ad8dd"
          + "cddddddddddddddddddddddddcdddddddddddddddddddddddddddddddddddddd"
          + "ddddddddddddddddddddddddddddddddddcddddddddddddddddddddddddddddd"
          + "bd7a989a9966798897778779aaaadd";

  /// Of the 30 distances.
  static final String DISTANCES = "ddddddddbb98776352644434455667";

  private TrainedLengths() {}
}
