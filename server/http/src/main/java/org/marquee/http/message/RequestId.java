package org.marquee.http.message;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// The id that identifies a request in the log.
public final class RequestId {
  static final AsciiString FIELD = AsciiString.cached("X-Request-Id");

  static final int LONGEST = 160;
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int LENGTH = 20;

  private RequestId() {}

  /// The caller's own if it may come back, else a fresh one.
  public static String of(HttpHeaders headers) {
    List<String> values = headers.getAll(FIELD);
    return values.size() == 1 && mayComeBack(values.getFirst()) ? values.getFirst() : fresh();
  }

  /// One of ours: 20 letters, 100 random bits. It needs to be unlikely to repeat, not to be secret.
  public static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    StringBuilder id = new StringBuilder(LENGTH);
    while (id.length() < LENGTH) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }

  private static boolean mayComeBack(String value) {
    return !value.isEmpty()
        && value.length() <= LONGEST
        && value.chars().allMatch(letter -> letter > 0x20 && letter < 0x7f);
  }
}
