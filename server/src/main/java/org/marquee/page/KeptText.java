package org.marquee.page;

import org.jspecify.annotations.Nullable;
import org.marquee.gzip.GzipPart;

/// A text that pages have in them, with most of it compressed once for all pages. Immutable to its
/// readers.
///
/// Its beginning is compressed anew on each page, since that repeats what stands before it there.
/// What follows mostly repeats the beginning, so it is the same bits on each page.
public final class KeptText {
  private final byte[] bytes;
  private final int beginning;

  // Made for the first page that is sent compressed. Several threads may make it at once, and all
  // make the same.
  private @Nullable GzipPart rest;

  /// @param bytes not to be changed
  /// @param beginning how many of them are the beginning
  public KeptText(byte[] bytes, int beginning) {
    this.bytes = bytes;
    this.beginning = beginning;
  }

  /// The whole text; not to be changed.
  byte[] bytes() {
    return bytes;
  }

  /// How many bytes of it are compressed anew on each page.
  int beginning() {
    return beginning;
  }

  /// What follows the beginning, compressed.
  GzipPart rest() {
    GzipPart known = rest;
    if (known == null) {
      known = Encoders.own().part(bytes, beginning);
      rest = known;
    }
    return known;
  }

  /// Its first byte, which brings it nearer to the processor.
  public byte touch() {
    return bytes[0];
  }

  /// What it takes in memory at most, in bytes, about.
  public int size() {
    return bytes.length + bytes.length / 4;
  }
}
