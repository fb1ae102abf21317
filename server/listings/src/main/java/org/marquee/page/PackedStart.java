package org.marquee.page;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.marquee.gzip.GzipEncoder;
import org.marquee.gzip.GzipStart;

/// What a page begins with, compressed, with the checksums that its tag is made of. Immutable.
///
/// @param text the compressed beginning
/// @param crc32c of the beginning as it was
public record PackedStart(GzipStart text, int crc32c) {
  /// What stands around the bytes of a start in memory, about.
  private static final int AROUND = 100;

  /// Compresses what was written to a buffer; null where that would not be worth it.
  public static @Nullable PackedStart of(OutputBuffer buffer) {
    GzipStart start = GzipEncoder.own().start(buffer.bytes(), buffer.length());
    if (start == null) {
      return null;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(buffer.bytes(), 0, buffer.length());
    return new PackedStart(start, (int) checksum.getValue());
  }

  /// How many bytes the beginning had.
  public int length() {
    return text.length();
  }

  /// All compressed bytes of a page that begins with this.
  ///
  /// @param rest what follows
  /// @param length how many bytes of it count
  byte[] finish(byte[] rest, int length) {
    return GzipEncoder.own().finish(text, rest, length);
  }

  /// What it takes in memory, in bytes.
  public int size() {
    return AROUND + text.bytes().length;
  }
}
