package org.marquee.feed.clusterflick;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;

/// External ids for records that the source gives none, made of their natural fields.
///
/// A film is its title and its address, `Solaris <https://…>`: it survives a move between files and
/// venues, but is another film once its title or address is changed. A showtime is its cinema,
/// start, screen and film, `536/2025-01-24T19:30:00Z/2/Solaris <https://…>`: it is another showtime
/// once it is moved to another time or screen; two at the same time on the same screen are one.
///
/// A key longer than an external id may be is cut, and told apart from others with the same
/// beginning by the first 96 bits of the SHA-256 of the whole:
/// `beginning…#0123456789abcdef01234567`.
final class Keys {
  /// What an external id may have (specification 2.1), in code points.
  private static final int LONGEST = 240;

  private static final int DIGEST_BYTES = 12;
  private static final int KEPT = LONGEST - 2 - 2 * DIGEST_BYTES;

  private final String cinema;

  Keys(String cinema) {
    this.cinema = cinema;
  }

  static String film(String title, @Nullable String address) {
    return fitted(address == null ? title : title + " <" + address + ">");
  }

  String showtime(String film, Instant startsAt, @Nullable String screen) {
    return fitted(
        cinema
            + "/"
            + Timestamps.write(startsAt)
            + "/"
            + (screen == null ? "" : screen)
            + "/"
            + film);
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
