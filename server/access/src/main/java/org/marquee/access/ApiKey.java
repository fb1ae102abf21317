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

  /// In the order of their code points.
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

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
    for (int digit = 0; digit < RANDOM_LENGTH; digit++) {
      text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
    text.append(checksum(text));
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
      if (DIGITS.indexOf(text.charAt(at)) < 0) {
        return false;
      }
    }
    return text.endsWith(checksum(text).toString());
  }

  /// Of the body that `text` begins with, in base 62.
  private static CharSequence checksum(CharSequence text) {
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(ISO_8859_1), 0, BODY_LENGTH);
    StringBuilder digits = new StringBuilder(CHECKSUM_LENGTH);
    long left = crc.getValue();
    for (int digit = 0; digit < CHECKSUM_LENGTH; digit++) {
      digits.append(DIGITS.charAt((int) (left % DIGITS.length())));
      left /= DIGITS.length();
    }
    return digits.reverse();
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
