package org.marquee.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A secret that sender and receiver of webhooks share (Standard Webhooks 1.0.0, "Signature
/// scheme"). It is shown only by [#text].
public final class WebhookSecret {
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int FEWEST = 24;
  private static final int MOST = 64;
  private static final int USUAL = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  /// A new one.
  public static WebhookSecret generate() {
    byte[] key = new byte[USUAL];
    RANDOM.nextBytes(key);
    return new WebhookSecret(key);
  }

  /// Reads `whsec_` and 24 to 64 bytes in Base64.
  ///
  /// @throws IllegalArgumentException if it is none; the message does not have it
  public static WebhookSecret parse(String text) {
    if (text.startsWith(PREFIX)) {
      try {
        byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        if (key.length >= FEWEST && key.length <= MOST) {
          return new WebhookSecret(key);
        }
      } catch (IllegalArgumentException _) {
        // Its message would show a part of it.
      }
    }
    throw new IllegalArgumentException(
        "not a secret for webhooks: it is whsec_ and %d to %d random bytes in Base64"
            .formatted(FEWEST, MOST));
  }

  /// As it is given to the receiver.
  public String text() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /// The signature of a message.
  ///
  /// @param seconds when it is sent, since 1970
  String sign(String id, long seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update((id + '.' + seconds + '.').getBytes(UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  @Override
  public String toString() {
    return PREFIX + '…';
  }
}
