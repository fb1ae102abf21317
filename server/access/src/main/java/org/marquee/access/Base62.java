package org.marquee.access;

import java.util.random.RandomGenerator;

/// The 62 digits that keys are written with: `0-9A-Za-z`, in the order of their code points.
final class Base62 {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private Base62() {}

  static boolean isDigit(char letter) {
    return (letter >= '0' && letter <= '9')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= 'a' && letter <= 'z');
  }

  /// Appends `length` digits that nobody can guess, if nobody can guess `random`.
  static void appendRandom(int length, RandomGenerator random, StringBuilder text) {
    for (int digit = 0; digit < length; digit++) {
      text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
  }

  /// Appends the lowest `length` digits of `number`, the highest first.
  ///
  /// @param number not negative
  static void appendNumber(long number, int length, StringBuilder text) {
    int start = text.length();
    text.repeat('0', length);
    long left = number;
    for (int at = start + length - 1; at >= start; at--) {
      text.setCharAt(at, DIGITS.charAt((int) (left % DIGITS.length())));
      left /= DIGITS.length();
    }
  }

  /// Whether `text` from `start` on is what [#appendNumber] would append.
  static boolean endsWith(long number, String text, int start) {
    long left = number;
    for (int at = text.length() - 1; at >= start; at--) {
      if (text.charAt(at) != DIGITS.charAt((int) (left % DIGITS.length()))) {
        return false;
      }
      left /= DIGITS.length();
    }
    return true;
  }
}
