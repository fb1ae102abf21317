package org.marquee.feed.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import org.marquee.listing.Provenance;
import org.marquee.listing.Sha256;
import org.marquee.notice.Visible;

/// External ids for records that the source gives none, made of what distinguishes them and
/// readable as such: `rex/2025-01-24T19:30/2/solaris 1972`.
///
/// One longer than an external id may be is cut, and made distinct from others with the same
/// beginning by the first 96 bits of the SHA-256 of the whole:
/// `beginning…#0123456789abcdef01234567`. So is one with a character that cannot be stored, such as
/// U+0000, or that nobody may see, such as a line break ([Visible]).
public final class NaturalKey {
  private static final int LONGEST = Provenance.EXTERNAL_ID_LENGTH.most();

  private static final int DIGEST_BYTES = 12;
  private static final int KEPT = LONGEST - 2 - 2 * DIGEST_BYTES;

  private NaturalKey() {}

  /// The external id made of these parts, in their order.
  public static String of(String... parts) {
    String key = String.join("/", parts);
    String shown = Visible.of(key);
    if (shown.equals(key) && Provenance.EXTERNAL_ID_LENGTH.containsLengthOf(key)) {
      return key;
    }
    String digest = HexFormat.of().formatHex(Sha256.of(key.getBytes(UTF_8)), 0, DIGEST_BYTES);
    int kept = Math.min(KEPT, shown.codePointCount(0, shown.length()));
    return shown.substring(0, shown.offsetByCodePoints(0, kept)) + "…#" + digest;
  }
}
