package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Titled;

/// External ids for records that a feed gives none.
///
/// A film is its title without suffixes, folded, and its year, `solaris (1972)`: whatever its
/// showings are called, it is one film. A showtime is its cinema, start, screen and film,
/// `Rex/2026-01-16T18:15:00/2/solaris (1972)`: it is another one once it is moved to another time
/// or screen. A key longer than an external id may be is cut, and told apart by a digest.
final class Keys {
  /// What an external id may have (specification 2.1), in code points.
  private static final int LONGEST = 240;

  private static final int DIGEST_BYTES = 12;
  private static final int KEPT = LONGEST - 2 - 2 * DIGEST_BYTES;

  private Keys() {}

  /// @param year as the feed tells it beside the title; null where it does not
  static String film(Titled titled, @Nullable String year) {
    String name = titled.key().isEmpty() ? titled.title() : titled.key();
    String ofTitle = titled.year() == null ? null : titled.year().toString();
    String told = year == null ? ofTitle : year;
    return fitted(told == null ? name : name + " (" + told + ")");
  }

  static String showtime(String cinema, String startsAt, @Nullable String screen, String film) {
    return fitted(cinema + "/" + startsAt + "/" + (screen == null ? "" : screen) + "/" + film);
  }

  private static String fitted(String key) {
    if (key.codePointCount(0, key.length()) <= LONGEST) {
      return key;
    }
    String digest = HexFormat.of().formatHex(sha256(key), 0, DIGEST_BYTES);
    return key.substring(0, key.offsetByCodePoints(0, KEPT)) + "…#" + digest;
  }

  private static byte[] sha256(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
