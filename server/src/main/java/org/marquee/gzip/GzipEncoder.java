package org.marquee.gzip;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
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
  private static final int LONGEST_MATCH = 258;
  private static final int SHORTEST_MATCH = 4;

  /// Positions are counted on from text to text up to here, so that the table is seldom cleared.
  private static final int LAST_POSITION = 1 << 30;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// With so many bits at hand, one more symbol may not fit.
  private static final int FULL = 48;

  /// Which bytes are parts of words.
  private static final boolean[] WORD = word();

  /// A page is a fifth of its length when it is compressed. What is longer than half of it is none.
  private static final int WORTHWHILE = 2;

  /// Larger texts are seldom, and their memory is given back.
  private static final int LARGEST_SCRATCH = 1 << 20;

  private final PageCode code = PageCode.TRAINED;
  private final int[] heads = new int[1 << HASH_BITS];
  private final CRC32 checksum = new CRC32();

  private byte[] scratch = new byte[0];

  /// What position 0 of the text at hand is in [#heads].
  private int base = 1;

  /// How many bytes are written, and the bits that do not fill one yet.
  private int to;

  private long bits;
  private int count;

  /// Compresses the first bytes of `in`.
  ///
  /// @return the compressed bytes; null where they would not be fewer than `length`, or where the
  ///   text looks so little like a page that a general compressor does much better
  public byte @Nullable [] encode(byte[] in, int length) {
    byte[] out = room(length);
    begin(out);
    if (!deflate(in, length, out, to + length) || sizeAtEnd() > length / WORTHWHILE) {
      return null;
    }
    checksum.reset();
    checksum.update(in, 0, length);
    return end(out, (int) checksum.getValue(), length);
  }

  /// Compresses the first bytes of `in`, which others follow in each of several texts.
  ///
  /// @return null where [#encode] would be
  public @Nullable GzipStart start(byte[] in, int length) {
    byte[] out = room(length);
    begin(out);
    if (!deflate(in, length, out, to + length) || sizeAtEnd() > length / WORTHWHILE) {
      return null;
    }
    checksum.reset();
    checksum.update(in, 0, length);
    return new GzipStart(
        Arrays.copyOf(out, to), (byte) bits, count, length, (int) checksum.getValue());
  }

  /// Compresses the first bytes of `rest` after a start.
  ///
  /// @return all compressed bytes, also where a general compressor would make fewer
  public byte[] finish(GzipStart start, byte[] rest, int length) {
    byte[] begun = start.bytes();
    // The longest code of a letter has less than two bytes.
    byte[] out = room(begun.length + 2 * length);
    System.arraycopy(begun, 0, out, 0, begun.length);
    to = begun.length;
    bits = start.bits() & 0xff;
    count = start.bitCount();
    if (!deflate(rest, length, out, to + 2 * length)) {
      throw new IllegalStateException("there is room for every letter");
    }
    checksum.reset();
    checksum.update(rest, 0, length);
    int both = Checksums.CRC32.join(start.crc32(), (int) checksum.getValue(), length);
    return end(out, both, start.length() + length);
  }

  private byte[] room(int length) {
    int room = HEADER.length + code.header().length + length + TRAILER + SLACK;
    byte[] out = scratch.length >= room ? scratch : new byte[room];
    if (room <= LARGEST_SCRATCH) {
      scratch = out;
    }
    return out;
  }

  private void begin(byte[] out) {
    byte[] header = code.header();
    System.arraycopy(HEADER, 0, out, 0, HEADER.length);
    System.arraycopy(header, 0, out, HEADER.length, header.length);
    to = HEADER.length + header.length - 1;
    bits = header[header.length - 1];
    count = code.headerTail();
  }

  /// How many bytes the text takes if it ends here.
  private int sizeAtEnd() {
    return to + ((count + (code.endOfBlock() & 15) + 7) >>> 3) + TRAILER;
  }

  private byte[] end(byte[] out, int crc32, int length) {
    int size = sizeAtEnd();
    LONG.set(out, to, bits | (long) (code.endOfBlock() >>> 4) << count);
    INT.set(out, size - TRAILER, crc32);
    INT.set(out, size - Integer.BYTES, length);
    return Arrays.copyOf(out, size);
  }

  /// Compresses a text after what [#out] has up to [#to].
  ///
  /// Looks for repetitions only where a word begins or between words: within the ids, numbers and
  /// names of a page there are next to none, and most of its bytes are in those.
  ///
  /// @param most where it must end
  /// @return whether it does
  private boolean deflate(byte[] in, int length, byte[] out, int most) {
    if (base > LAST_POSITION - length) {
      Arrays.fill(heads, 0);
      base = 1;
    }
    int[] heads = this.heads;
    int base = this.base;
    int[] literals = code.literals();
    int to = this.to;
    long bits = this.bits;
    int count = this.count;
    int at = 0;
    int lastRead = length - Long.BYTES;
    int distance = 1;
    this.base = base + length;
    while (at < lastRead) {
      int four = (int) INT.get(in, at);
      int before = at - distance;
      if (before < 0 || (int) INT.get(in, before) != four) {
        int hash = (four * HASH_FACTOR) >>> (Integer.SIZE - HASH_BITS);
        before = heads[hash] - base;
        heads[hash] = base + at;
      }
      LONG.set(out, to, bits);
      to += count >>> 3;
      bits >>>= count & ~7;
      count &= 7;
      if (to > most) {
        return false;
      }
      if (before >= 0 && at - before <= FARTHEST && (int) INT.get(in, before) == four) {
        int size = matchLength(in, before, at, length);
        distance = at - before;
        long match = code.match(size, distance);
        bits |= (match >>> 6) << count;
        count += (int) match & 63;
        at += size;
      } else {
        do {
          int packed = literals[in[at++] & 0xff];
          bits |= (long) (packed >>> 4) << count;
          count += packed & 15;
          if (count >= FULL) {
            LONG.set(out, to, bits);
            to += count >>> 3;
            bits >>>= count & ~7;
            count &= 7;
          }
        } while (at < lastRead && WORD[in[at] & 0xff] && to <= most);
      }
    }
    while (at < length) {
      LONG.set(out, to, bits);
      to += count >>> 3;
      bits >>>= count & ~7;
      count &= 7;
      int packed = literals[in[at++] & 0xff];
      bits |= (long) (packed >>> 4) << count;
      count += packed & 15;
    }
    LONG.set(out, to, bits);
    to += count >>> 3;
    bits >>>= count & ~7;
    count &= 7;
    this.to = to;
    this.bits = bits;
    this.count = count;
    return to <= most;
  }

  private static int matchLength(byte[] in, int before, int at, int length) {
    int most = Math.min(LONGEST_MATCH, length - at);
    int size = SHORTEST_MATCH;
    while (size + Long.BYTES <= most) {
      long difference = (long) LONG.get(in, before + size) ^ (long) LONG.get(in, at + size);
      if (difference != 0) {
        return size + (Long.numberOfTrailingZeros(difference) >>> 3);
      }
      size += Long.BYTES;
    }
    while (size < most && in[before + size] == in[at + size]) {
      size++;
    }
    return size;
  }

  private static boolean[] word() {
    boolean[] word = new boolean[256];
    for (int each = 0; each < word.length; each++) {
      word[each] = each >= 0x80 || Character.isLetterOrDigit(each);
    }
    return word;
  }
}
