package org.marquee.conformance;

import java.math.BigInteger;
import java.text.Normalizer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The interface's arithmetic of names, places and times once more, in the plainest way.
final class Reckoning {
  private static final Pattern NUMBER_OR_LETTER = Pattern.compile("\\p{Nd}+|\\P{Nd}");

  private Reckoning() {}

  /// A name as it is compared (docs/api.md, "Folding").
  static String fold(String text) {
    String kept =
        Normalizer.normalize(text, Normalizer.Form.NFKD)
            .replaceAll("([\\p{IsLatin}\\p{IsGreek}])\\p{M}+", "$1")
            .replaceAll("([еЕ])\\u0308", "$1")
            .replaceAll("[\\u0591-\\u05C7\\u064B-\\u0655\\u0670&&\\p{M}]", "")
            .replaceAll("(?<![\\p{L}\\p{M}\\p{Nd}])\\p{M}+", "");
    return Normalizer.normalize(kept, Normalizer.Form.NFC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT)
        .replace('ł', 'l')
        .replace('ø', 'o')
        .replace('đ', 'd')
        .replace("æ", "ae")
        .replace("œ", "oe")
        .replace('ı', 'i')
        .replace('ς', 'σ')
        .replaceAll("[^\\p{L}\\p{M}\\p{Nd}]+", " ")
        .strip();
  }

  /// The first 60 code points of the folded name.
  static String key(String name) {
    int[] letters = fold(name).codePoints().limit(60).toArray();
    return new String(letters, 0, letters.length);
  }

  static String postcode(String postcode) {
    return postcode.replaceAll("\\s", "").toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  static int byCodePoint(String a, String b) {
    return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
  }

  /// Folded names in natural order: Screen 2 before Screen 10.
  static int naturally(String a, String b) {
    Matcher left = NUMBER_OR_LETTER.matcher(a);
    Matcher right = NUMBER_OR_LETTER.matcher(b);
    while (true) {
      boolean more = left.find();
      if (!right.find()) {
        return more ? 1 : 0;
      }
      if (!more) {
        return -1;
      }
      boolean numbers =
          Character.isDigit(left.group().codePointAt(0))
              && Character.isDigit(right.group().codePointAt(0));
      int order =
          numbers
              ? new BigInteger(left.group()).compareTo(new BigInteger(right.group()))
              : byCodePoint(left.group(), right.group());
      if (order != 0) {
        return order;
      }
    }
  }

  /// The great circle on a globe of radius 6371.0088 km.
  static double kilometres(
      double latitude, double longitude, double toLatitude, double toLongitude) {
    double north =
        StrictMath.sin(StrictMath.toRadians(toLatitude) / 2 - StrictMath.toRadians(latitude) / 2);
    double east = StrictMath.sin(StrictMath.toRadians(toLongitude - longitude) / 2);
    double half =
        north * north
            + StrictMath.cos(StrictMath.toRadians(latitude))
                * StrictMath.cos(StrictMath.toRadians(toLatitude))
                * east
                * east;
    return 2 * 6371.0088 * StrictMath.asin(Math.min(1, Math.sqrt(half)));
  }

  /// A time as the interface writes it: seconds always, a fraction only where it is not zero, `Z`
  /// for no offset.
  static String written(Instant instant, ZoneOffset offset) {
    OffsetDateTime time = instant.atOffset(offset);
    String fraction =
        time.getNano() == 0 ? "" : ("." + "%09d".formatted(time.getNano())).replaceAll("0+$", "");
    return "%04d-%02d-%02dT%02d:%02d:%02d%s%s"
        .formatted(
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            fraction,
            offset.getId());
  }

  static String written(Instant instant) {
    return written(instant, ZoneOffset.UTC);
  }
}
