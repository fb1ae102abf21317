package org.marquee.access;

import java.util.List;
import java.util.Optional;

/// What a caller shows at the gate: the `Authorization` fields of a request (RFC 9110, 11.6.2; RFC
/// 6750, 2.1).
sealed interface Credentials {
  String SCHEME = "Bearer ";

  /// A key of ours, by its form.
  record Key(ApiKey key) implements Credentials {}

  /// Something that was meant to be a key and cannot be one.
  record Invalid() implements Credentials {}

  /// Nothing, or something of another scheme.
  record None() implements Credentials {}

  /// Reads all `Authorization` fields of a request. Several are invalid, even alike ones: those in
  /// front of us may have looked at another one than we do.
  static Credentials read(List<String> fields) {
    return switch (fields.size()) {
      case 0 -> new None();
      case 1 -> read(fields.getFirst());
      default -> new Invalid();
    };
  }

  /// The key that stands in an address; several are invalid, even alike ones.
  static Credentials ofTokens(List<String> tokens) {
    return tokens.size() == 1 ? key(tokens.getFirst()) : new Invalid();
  }

  private static Credentials key(String text) {
    Optional<ApiKey> key = ApiKey.parse(text);
    return key.isPresent() ? new Key(key.get()) : new Invalid();
  }

  private static Credentials read(String field) {
    if (!field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return new None();
    }
    int start = SCHEME.length();
    while (start < field.length() && field.charAt(start) == ' ') {
      start++;
    }
    if (start == field.length()) {
      return new None();
    }
    return key(field.substring(start));
  }
}
