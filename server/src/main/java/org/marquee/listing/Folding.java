package org.marquee.listing;

import java.text.Normalizer;
import java.util.Locale;

/// Makes names comparable whatever their case, accents and punctuation (contract, "Folding").
public final class Folding {
  private Folding() {}

  /// `text` in Unicode NFKD without combining marks, in upper then lower case, with ł ø đ æ œ ı ς
  /// as l o d ae oe i σ, every run of anything but letters and digits as one space, trimmed. May be
  /// empty.
  public static String fold(String text) {
    if (isPlain(text)) {
      return text;
    }
    String lower =
        withoutMarks(Normalizer.normalize(text, Normalizer.Form.NFKD))
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT);
    StringBuilder folded = new StringBuilder(lower.length());
    boolean gap = false;
    for (int at = 0; at < lower.length(); ) {
      int letter = lower.codePointAt(at);
      at += Character.charCount(letter);
      if (!Character.isLetterOrDigit(letter)) {
        gap = !folded.isEmpty();
        continue;
      }
      if (gap) {
        folded.append(' ');
        gap = false;
      }
      append(letter, folded);
    }
    return folded.toString();
  }

  private static void append(int letter, StringBuilder folded) {
    switch (letter) {
      case 'ł' -> folded.append('l');
      case 'ø' -> folded.append('o');
      case 'đ' -> folded.append('d');
      case 'æ' -> folded.append("ae");
      case 'œ' -> folded.append("oe");
      case 'ı' -> folded.append('i');
      case 'ς' -> folded.append('σ');
      default -> folded.appendCodePoint(letter);
    }
  }

  private static String withoutMarks(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints().filter(letter -> !isMark(letter)).forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isMark(int letter) {
    int type = Character.getType(letter);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  /// Most names of most queries are folded already: lower-case ASCII words with single spaces.
  private static boolean isPlain(String text) {
    boolean gap = true;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter == ' ') {
        if (gap) {
          return false;
        }
        gap = true;
      } else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
        gap = false;
      } else {
        return false;
      }
    }
    return !gap || text.isEmpty();
  }
}
