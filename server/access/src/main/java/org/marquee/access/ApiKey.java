package org.marquee.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The secret that a caller sends (docs/api.md, "Access"): `mq_`, 32 random characters and 6 of
/// checksum, all `[A-Za-z0-9]`.
///
/// The random part is worth 190 bits, so a plain SHA-256 keeps it ([#hash]): nobody can try them
/// all. The checksum is the CRC-32 of what precedes it, in base 62: it distinguishes a typing error
/// from a key without looking anything up, and lets scanners of public code recognise a leaked key.
/// A text that is no key cannot become an instance, so the form of each instance is right.
public final class ApiKey {
  private static final String PREFIX = "mq_";
  private static final int RANDOM_LENGTH = 32;
  private static final int CHECKSUM_LENGTH = 6;
  private static final int BODY_LENGTH = PREFIX.length() + RANDOM_LENGTH;
  private static final int LENGTH = BODY_LENGTH + CHECKSUM_LENGTH;

  private final String text;

  private ApiKey(String wellFormed) {
    text = wellFormed;
  }

  /// A new key that nobody has seen.
  public static ApiKey generate() {
    return generate(new SecureRandom());
  }

  static ApiKey generate(RandomGenerator random) {
    StringBuilder text = new StringBuilder(LENGTH).append(PREFIX);
    Base62.appendRandom(RANDOM_LENGTH, random, text);
    Base62.appendNumber(checksum(text), CHECKSUM_LENGTH, text);
    return new ApiKey(text.toString());
  }

  /// The key that `text` is; empty where it is none of ours or has a wrong character.
  public static Optional<ApiKey> parse(String text) {
    return isWellFormed(text) ? Optional.of(new ApiKey(text)) : Optional.empty();
  }

  private static boolean isWellFormed(String text) {
    if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
      return false;
    }
    for (int at = PREFIX.length(); at < LENGTH; at++) {
      if (!Base62.isDigit(text.charAt(at))) {
        return false;
      }
    }
    return Base62.endsWith(checksum(text), text, BODY_LENGTH);
  }

  /// Of the body that `text` begins with.
  private static long checksum(CharSequence text) {
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(ISO_8859_1), 0, BODY_LENGTH);
    return crc.getValue();
  }

  /// The key as it is sent; to be shown once and never to be logged.
  public String text() {
    return text;
  }

  /// What is stored of it.
  public KeyHash hash() {
    return KeyHash.of(text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ApiKey key && text.equals(key.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /// Without the secret, so that no log or message can give it away.
  @Override
  public String toString() {
    return "ApiKey[" + PREFIX + "…]";
  }
}
