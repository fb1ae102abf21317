package org.marquee.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Makes the public identifier of a record from what its provider calls it (docs/api.md,
/// "Identifiers").
///
/// An id is the kind's prefix, an underscore and 100 bits of SHA-256 in 20 characters of
/// `[0-9a-z]`, so the same record has the same id in every database, and two records of ten million
/// share one with a chance of 4 in 10^17.
public final class RecordId {
  /// How long an id may be, in code points (docs/api.md, "Records"). Ours are shorter.
  public static final Bounds LENGTH = new Bounds(1, 160);

  /// Crockford's base 32: without the letters that are read as digits, and in the order of its code
  /// points.
  private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

  private static final int DIGIT_COUNT = 20;

  private RecordId() {}

  /// The id of the record of `kind` that `provider` calls by `names`: its external id, or for a
  /// screen the cinema's external id and the screen's own, because screens count within their
  /// cinema.
  public static String of(Kind kind, String provider, String... names) {
    // A NUL cannot occur in a name, so no two lists of names run together to the same bytes.
    String named = kind.prefix() + '\0' + provider + '\0' + String.join("\0", names);
    return written(kind.prefix(), Sha256.of(named.getBytes(UTF_8)));
  }

  private static String written(String prefix, byte[] hash) {
    char[] id = new char[prefix.length() + 1 + DIGIT_COUNT];
    prefix.getChars(0, prefix.length(), id, 0);
    id[prefix.length()] = '_';
    int at = prefix.length() + 1;
    int bits = 0;
    int held = 0;
    for (int next = 0; at < id.length; ) {
      if (held < 5) {
        bits = (bits << 8) | (hash[next++] & 0xff);
        held += 8;
      }
      held -= 5;
      id[at++] = DIGITS[(bits >>> held) & 31];
      bits &= (1 << held) - 1;
    }
    return new String(id);
  }
}
