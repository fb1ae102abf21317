package org.marquee.v1.answer;

import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.marquee.compression.Checksums;
import org.marquee.compression.GzipStart;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.MediaType;

/// The weak entity tag of an answer: a checksum of its body (docs/api.md, "Conditional requests";
/// RFC 9110, 8.8.3). Equal bodies have equal tags, on every node, from memory or the database,
/// before and after a restart. That two bodies at one address share a tag by chance is as likely as
/// 64 coins that all fall the same way.
public record Tag(String value) {
  private static final HexFormat HEX = HexFormat.of();

  /// The tag of an answer of a type, with its body.
  ///
  /// Processors compute these two checksums at some 40 bytes a nanosecond; nothing else in Java is
  /// as fast. Their polynomials have no common factor, so that together they are a checksum of 64
  /// bits and not 32 bits twice (docs/decisions/0087).
  public static Tag of(MediaType type, OutputBuffer body) {
    GzipStart start = body.start();
    CRC32 high = new CRC32();
    CRC32C low = new CRC32C();
    if (start == null) {
      high.update(type.mark());
      low.update(type.mark());
    }
    high.update(body.bytes(), 0, body.length());
    low.update(body.bytes(), 0, body.length());
    return start == null
        ? of((int) high.getValue(), (int) low.getValue())
        : after(start, (int) high.getValue(), (int) low.getValue(), body.length());
  }

  /// A tag where only the checksums of what the body begins with are at hand. That is JSON, which
  /// has no mark.
  private static Tag after(GzipStart start, int high, int low, int length) {
    return of(
        Checksums.CRC32.join(start.crc32(), high, length),
        Checksums.CRC32C.join(start.crc32c(), low, length));
  }

  private static Tag of(int high, int low) {
    return new Tag("W/\"" + HEX.toHexDigits(((long) high << 32) | (low & 0xffff_ffffL)) + '"');
  }
}
