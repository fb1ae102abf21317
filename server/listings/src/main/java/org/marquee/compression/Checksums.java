package org.marquee.compression;

/// Puts together the checksum of a text from those of its parts, without the bytes.
///
/// A checksum is what is left of a polynomial with bits for coefficients after the division by
/// another one. To put bytes behind a text multiplies it by a power of x (Mark Adler's
/// `crc32_combine` in zlib does the same).
public final class Checksums {
  /// As of [java.util.zip.CRC32].
  public static final Checksums CRC32 = new Checksums(0xedb88320);

  /// As of [java.util.zip.CRC32C].
  public static final Checksums CRC32C = new Checksums(0x82f63b78);

  /// The coefficient 1: the highest bit is that of the lowest power.
  private static final int ONE = 1 << 31;

  private static final int X = 1 << 30;

  /// What is remembered of: texts of up to so many bytes.
  private static final int FEW = 1 << 12;

  private final int polynomial;

  /// x to the power of 8, 16, 32, ...
  private final int[] squares = new int[Integer.SIZE];

  /// x to the power of eight times the index.
  private final int[] powers = new int[FEW];

  private Checksums(int polynomial) {
    this.polynomial = polynomial;
    int power = X;
    for (int doubling = 0; doubling < 3; doubling++) {
      power = multiply(power, power);
    }
    for (int at = 0; at < squares.length; at++) {
      squares[at] = power;
      power = multiply(power, power);
    }
    powers[0] = ONE;
    for (int at = 1; at < FEW; at++) {
      powers[at] = multiply(powers[at - 1], squares[0]);
    }
  }

  /// The checksum of two texts, one behind the other.
  ///
  /// @param first that of the first one
  /// @param second that of the second one
  /// @param length of the second one, in bytes
  public int join(int first, int second, int length) {
    return multiply(power(length), first) ^ second;
  }

  /// x to the power of eight times `bytes`.
  private int power(int bytes) {
    int power = powers[bytes & (FEW - 1)];
    for (int at = Integer.numberOfTrailingZeros(FEW); bytes >>> at != 0; at++) {
      if ((bytes >>> at & 1) != 0) {
        power = multiply(power, squares[at]);
      }
    }
    return power;
  }

  /// The product of two polynomials, modulo that of the checksum.
  private int multiply(int one, int other) {
    int product = 0;
    int shifted = other;
    for (int bit = 31; bit >= 0; bit--) {
      product ^= shifted & -(one >>> bit & 1);
      shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
    }
    return product;
  }
}
