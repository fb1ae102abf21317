package org.marquee.page;

import org.marquee.gzip.GzipEncoder;

/// The encoders of pages, one for each thread: each new one costs memory that has to be cleared.
final class Encoders {
  private static final ThreadLocal<GzipEncoder> ENCODERS =
      ThreadLocal.withInitial(GzipEncoder::new);

  private Encoders() {}

  /// That of this thread.
  static GzipEncoder own() {
    return ENCODERS.get();
  }
}
