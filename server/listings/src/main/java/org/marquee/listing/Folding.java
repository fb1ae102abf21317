package org.marquee.listing;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/// Makes names comparable whatever their case, accents and punctuation (docs/api.md, "Folding";
/// which marks fall: docs/decisions/0020). Search, order, matching and generated keys all use it.
///
/// Folding a folded text changes nothing, and the four Unicode normalization forms of a text fold
/// to the same.
public final class Folding {
  private static final int DIAERESIS = 0x308;

  /// The iota below Greek vowels: its capital is a letter by itself.
  private static final int YPOGEGRAMMENI = 0x345;

  private static final int TATWEEL = 0x640;
  private static final int VOICED = 0x3099;
  private static final int SEMI_VOICED = 0x309A;
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  /// Joiners shape what an Indic vowel sign or virama stands beside, and have no other meaning.
  private static final Pattern JOINER_AT_MARK =
      Pattern.compile(
          "(?<=\\p{M})[\\u200C\\u200D]+|(?<![\\u200C\\u200D])[\\u200C\\u200D]+(?=\\p{M})");

  /// No letter has so many marks. To put them in order takes the square of their number, which does
  /// not matter in a text that is short.
  private static final Pattern TOO_MANY_MARKS = Pattern.compile("(\\p{M}{64})\\p{M}++");

  private static final int SHORT = 1000;

  private Folding() {}

  /// `text` in Unicode NFKD, without the marks on Latin and Greek letters and without the points of
  /// Hebrew and Arabic, in upper then lower case, in NFC, with ł ø đ æ œ ı ς ß as l o d ae oe i σ
  /// ss, every run of anything but letters, their marks and digits as one space, trimmed. May be
  /// empty.
  public static String fold(String text) {
    String bounded = text.length() <= SHORT ? text : TOO_MANY_MARKS.matcher(text).replaceAll("$1");
    String kept = withoutMarks(Normalizer.normalize(bounded, Normalizer.Form.NFKD));
    String lower = kept.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    return spaced(Normalizer.normalize(lower, Normalizer.Form.NFC));
  }

  private static String spaced(String lower) {
    StringBuilder folded = new StringBuilder(lower.length());
    boolean gap = false;
    for (int at = 0; at < lower.length(); ) {
      int letter = lower.codePointAt(at);
      at += Character.charCount(letter);
      if (!isLetterOrDigit(letter) && !isMark(letter)) {
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
      // The capital ẞ becomes this one; the small one is two letters in upper case.
      case 'ß' -> folded.append("ss");
      default -> folded.appendCodePoint(letter);
    }
  }

  /// A decomposed text without the marks that distinguish no letters.
  private static String withoutMarks(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    boolean joined = false;
    int base = ' ';
    for (int at = 0; at < text.length(); ) {
      int letter = text.codePointAt(at);
      at += Character.charCount(letter);
      if (isMark(letter)) {
        if (isSoundMark(letter) && endsWithKanaAndSpace(kept)) {
          // A sound mark that takes up a place of its own: ハ゛ is バ.
          kept.setCharAt(kept.length() - 1, (char) letter);
        } else if (isKept(letter, base)) {
          kept.appendCodePoint(letter);
        }
      } else if (letter == ZERO_WIDTH_JOINER || letter == ZERO_WIDTH_NON_JOINER) {
        kept.appendCodePoint(letter);
        joined = true;
      } else if (letter != TATWEEL) {
        kept.appendCodePoint(letter);
        base = letter;
      }
    }
    return joined ? JOINER_AT_MARK.matcher(kept).replaceAll("") : kept.toString();
  }

  /// Whether a mark makes another letter of `base`, the last character that is none.
  private static boolean isKept(int mark, int base) {
    UnicodeScript own = UnicodeScript.of(mark);
    if (isPoint(mark, own) || isInvisible(mark) || mark == YPOGEGRAMMENI) {
      return false;
    }
    if (!isLetterOrDigit(base)) {
      // The vowel sign of a script is a letter of it wherever it stands; any other mark is nothing
      // by itself.
      return isOfOneScript(own);
    }
    return switch (UnicodeScript.of(base)) {
      case LATIN, GREEK -> false;
      case CYRILLIC -> !(mark == DIAERESIS && (base == 'е' || base == 'Е'));
      default -> Character.isLetter(base) || isOfOneScript(own);
    };
  }

  private static boolean isOfOneScript(UnicodeScript script) {
    return script != UnicodeScript.INHERITED && script != UnicodeScript.COMMON;
  }

  /// Vowel points, cantillation and Koranic marks; hamza and madda too, which are as often left out
  /// as written.
  private static boolean isPoint(int mark, UnicodeScript script) {
    return script == UnicodeScript.HEBREW
        || script == UnicodeScript.ARABIC
        || (mark >= 0x64B && mark <= 0x655)
        || mark == 0x670;
  }

  /// Variation selectors and the like (Unicode, "Default_Ignorable_Code_Point").
  private static boolean isInvisible(int mark) {
    return mark == 0x34F
        || mark == 0x17B4
        || mark == 0x17B5
        || (mark >= 0x180B && mark <= 0x180F)
        || (mark >= 0xFE00 && mark <= 0xFE0F)
        || (mark >= 0xE0100 && mark <= 0xE01EF);
  }

  private static boolean isSoundMark(int mark) {
    return mark == VOICED || mark == SEMI_VOICED;
  }

  private static boolean endsWithKanaAndSpace(StringBuilder kept) {
    int last = kept.length() - 1;
    if (last < 1 || kept.charAt(last) != ' ') {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(kept.charAt(last - 1));
    return script == UnicodeScript.KATAKANA || script == UnicodeScript.HIRAGANA;
  }

  /// The numbers that count as letters are there for 〇, and what is written like it.
  private static boolean isLetterOrDigit(int letter) {
    return Character.isLetterOrDigit(letter)
        || Character.getType(letter) == Character.LETTER_NUMBER;
  }

  private static boolean isMark(int letter) {
    int type = Character.getType(letter);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }
}
