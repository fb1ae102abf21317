package org.marquee.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Compresses pages into gzip (RFC 1952) with one block of a constant code.
///
/// A general compressor counts the symbols of a text, makes a code for them and sends it along.
/// Pages look alike, so the code is made once, from other pages ([PageCode]): what is left is to
/// find repetitions and to write bits. For one thread.
public final class GzipEncoder {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER = 8;

  /// Bytes that a write may touch behind its end.
  private static final int SLACK = 16;

  private static final int HASH_BITS = 12;
  private static final int HASH_FACTOR = 0x9E3779B1;
  private static final int FARTHEST = 32 << 10;
  private static final int SHORTEST_MATCH = 4;
  private static final int LONGEST_MATCH = 258;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final ThreadLocal<GzipEncoder> OWN = ThreadLocal.withInitial(GzipEncoder::new);

  /// A page is a fifth of its length when it is compressed. What is longer than half of it is none.
  private static final int WORTHWHILE = 2;

  /// In a text of fewer bytes next to nothing repeats.
  private static final int SHORT = 256;

  /// The codes of so many letters, at most 13 bits each, fit 64 bits beside the 7 that may be left
  /// of those before.
  private static final int LETTERS = 4;

  /// Larger texts are seldom, and their memory is given back.
  private static final int LARGEST_SCRATCH = 1 << 20;

  private final int[] heads = new int[1 << HASH_BITS];
  private final CRC32 checksum = new CRC32();

  private byte[] scratch = new byte[0];

  /// How many bytes are written, and the bits that do not fill one yet.
  private int to;

  private long bits;
  private int count;

  /// That of this thread: each new one costs memory that has to be cleared.
  public static GzipEncoder own() {
    return OWN.get();
  }

  /// Compresses the first bytes of `in`.
  ///
  /// @return the compressed bytes; null where they would not be fewer than `length`, or where the
  ///   text looks so little like a page that a general compressor does much better
  public byte @Nullable [] encode(byte[] in, int length) {
    byte[] out = room(length);
    begin(out);
    deflate(in, length, out);
    return sizeAtEnd() > length / WORTHWHILE ? null : end(out, checksum(in, length), length);
  }

  /// Compresses the first bytes of `in`, which others follow in each of several texts.
  ///
  /// @return null where [#encode] would be
  public @Nullable GzipStart start(byte[] in, int length) {
    byte[] out = room(length);
    begin(out);
    deflate(in, length, out);
    if (sizeAtEnd() > length / WORTHWHILE) {
      return null;
    }
    CRC32C forTags = new CRC32C();
    forTags.update(in, 0, length);
    return new GzipStart(
        Arrays.copyOf(out, to),
        (byte) bits,
        count,
        length,
        checksum(in, length),
        (int) forTags.getValue());
  }

  /// Compresses the first bytes of `rest` after a start.
  ///
  /// @return all compressed bytes, also where a general compressor would make fewer
  public byte[] finish(GzipStart start, byte[] rest, int length) {
    byte[] begun = start.bytes();
    byte[] out = room(begun.length + length);
    System.arraycopy(begun, 0, out, 0, begun.length);
    to = begun.length;
    bits = start.bits() & 0xff;
    count = start.bitCount();
    if (length > SHORT) {
      deflate(rest, length, out);
    } else {
      letters(rest, 0, length, out);
    }
    int both = Checksums.CRC32.join(start.crc32(), checksum(rest, length), length);
    return end(out, both, start.length() + length);
  }

  private int checksum(byte[] in, int length) {
    checksum.reset();
    checksum.update(in, 0, length);
    return (int) checksum.getValue();
  }

  /// The longest code of a letter has less than two bytes.
  private byte[] room(int length) {
    int room = HEADER.length + PageCode.HEADER.length + 2 * length + TRAILER + SLACK;
    byte[] out = scratch.length >= room ? scratch : new byte[room];
    if (room <= LARGEST_SCRATCH) {
      scratch = out;
    }
    return out;
  }

  private void begin(byte[] out) {
    byte[] header = PageCode.HEADER;
    System.arraycopy(HEADER, 0, out, 0, HEADER.length);
    System.arraycopy(header, 0, out, HEADER.length, header.length);
    to = HEADER.length + header.length - 1;
    bits = header[header.length - 1];
    count = PageCode.HEADER_TAIL;
  }

  /// How many bytes the text takes if it ends here.
  private int sizeAtEnd() {
    return to + ((count + (PageCode.END_OF_BLOCK & 15) + 7) >>> 3) + TRAILER;
  }

  private byte[] end(byte[] out, int crc32, int length) {
    int size = sizeAtEnd();
    LONG.set(out, to, bits | (long) (PageCode.END_OF_BLOCK >>> 4) << count);
    INT.set(out, size - TRAILER, crc32);
    INT.set(out, size - Integer.BYTES, length);
    return Arrays.copyOf(out, size);
  }

  /// Compresses a text after what [#out] has up to [#to], where there is room for twice its length.
  ///
  /// Looks for repetitions only where a word begins or between words: within the ids, numbers and
  /// names of a page there are next to none, and most of its bytes are in those. What repeats is
  /// mostly the record before, so the last distance is tried first.
  private void deflate(byte[] in, int length, byte[] out) {
    int[] heads = this.heads;
    Arrays.fill(heads, -1);
    int[] literals = PageCode.LITERALS;
    int[] matchLengths = PageCode.MATCH_LENGTHS;
    int to = this.to;
    long bits = this.bits;
    int count = this.count;
    int at = 0;
    int lastRead = length - Integer.BYTES;
    int distance = 1;
    int written = PageCode.distance(1);
    while (at < lastRead) {
      int from = at - distance;
      int same = from < 0 ? 0 : same(in, from, at, length);
      if (same < SHORTEST_MATCH) {
        int hash = ((int) INT.get(in, at) * HASH_FACTOR) >>> (Integer.SIZE - HASH_BITS);
        from = heads[hash];
        heads[hash] = at;
        same = from < 0 || at - from > FARTHEST ? 0 : same(in, from, at, length);
      }
      if (same >= SHORTEST_MATCH) {
        if (at - from != distance) {
          distance = at - from;
          written = PageCode.distance(distance);
        }
        int match = matchLengths[same];
        bits |= (match >>> 5 | (long) (written >>> 5) << (match & 31)) << count;
        count += (match & 31) + (written & 31);
        LONG.set(out, to, bits);
        to += count >>> 3;
        bits >>>= count & ~7;
        count &= 7;
        at += same;
        continue;
      }
      do {
        int letter = literals[in[at++] & 0xff];
        bits |= (long) (letter >>> 4) << count;
        count += letter & 15;
        LONG.set(out, to, bits);
        to += count >>> 3;
        bits >>>= count & ~7;
        count &= 7;
      } while (at < lastRead && !endsWord(in[at]));
    }
    this.to = to;
    this.bits = bits;
    this.count = count;
    letters(in, at, length, out);
  }

  /// Whether a word ends here: at a colon, or at what ASCII has before the digits, as quotes and
  /// commas.
  private static boolean endsWord(byte letter) {
    return letter == ':' || (letter >= 0 && letter < '0');
  }

  /// How many bytes from `from` on are those from `at` on, up to the longest that one match has.
  private static int same(byte[] in, int from, int at, int length) {
    int most = Math.min(LONGEST_MATCH, length - at);
    int different = Arrays.mismatch(in, from, from + most, in, at, at + most);
    return different < 0 ? most : different;
  }

  /// Writes bytes one by one, without a look at what repeats.
  private void letters(byte[] in, int from, int length, byte[] out) {
    int[] literals = PageCode.LITERALS;
    int to = this.to;
    long bits = this.bits;
    int count = this.count;
    for (int at = from; at < length; ) {
      for (int most = Math.min(length, at + LETTERS); at < most; at++) {
        int letter = literals[in[at] & 0xff];
        bits |= (long) (letter >>> 4) << count;
        count += letter & 15;
      }
      LONG.set(out, to, bits);
      to += count >>> 3;
      bits >>>= count & ~7;
      count &= 7;
    }
    this.to = to;
    this.bits = bits;
    this.count = count;
  }
}
