package org.marquee.access;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What is known of a key that was issued; never the key itself.
///
/// @param id `key_` and ten characters, short enough to be copied by hand
/// @param organization the name of the organization that it was issued to
/// @param label what its holder calls it, see [#isLabel]
/// @param scope what it is good for
/// @param expires from when on it is no longer valid, whole microseconds; absent where never
/// @param revoked when it was withdrawn; absent where it was not
/// @param replacedBy the id of the key that it was rotated to; absent where it was not
/// @param lastUsed the beginning of the last hour in which a valid request carried it; absent where
///   none did, or none since this is recorded
public record IssuedKey(
    String id,
    String organization,
    @Nullable String label,
    Scope scope,
    Instant created,
    @Nullable Instant expires,
    @Nullable Instant revoked,
    @Nullable String replacedBy,
    @Nullable Instant lastUsed) {
  private static final String PREFIX = "key_";
  private static final int RANDOM_LENGTH = 10;
  private static final int LONGEST_LABEL = 80;

  /// Crockford's base 32: without the letters that are read as digits.
  private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

  /// What a key is good for.
  public enum Scope {
    /// Everything below `/v1`.
    API("api"),

    /// Calendars alone: it may stand in an address, which others may read.
    CALENDAR("calendar");

    private final String word;

    Scope(String word) {
      this.word = word;
    }

    /// As it is stored and listed.
    public String word() {
      return word;
    }

    /// The scope that is stored as `word`.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Scope of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public IssuedKey {
    if (label != null && !isLabel(label)) {
      throw new IllegalArgumentException("not a label of a key");
    }
    expires = expires == null ? null : expires.truncatedTo(ChronoUnit.MICROS);
  }

  /// Whether a key may be labelled `text`: 1 to 80 code points, none a control character, because a
  /// list of keys is read on a terminal.
  public static boolean isLabel(String text) {
    int length = text.codePointCount(0, text.length());
    return length >= 1
        && length <= LONGEST_LABEL
        && text.codePoints().noneMatch(IssuedKey::cannotBeShown);
  }

  private static boolean cannotBeShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /// A new id for a key; two of a million share one with a chance of 1 in 2000.
  public static String newId() {
    SecureRandom random = new SecureRandom();
    StringBuilder id = new StringBuilder(PREFIX.length() + RANDOM_LENGTH).append(PREFIX);
    for (int digit = 0; digit < RANDOM_LENGTH; digit++) {
      id.append(DIGITS[random.nextInt(DIGITS.length)]);
    }
    return id.toString();
  }

  /// Whether it opens the door at `now`: it was not revoked and has not expired.
  public boolean isValid(Instant now) {
    // The clock of the node that revoked it may be ahead: being revoked is enough.
    return revoked == null && (expires == null || now.isBefore(expires));
  }
}
