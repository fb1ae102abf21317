package org.marquee.feed.mapped;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Value;

/// The words that mean true.
final class Flags {
  private static final Set<String> TRUE = Set.of("true", "yes", "y", "1", "oui", "ja", "si", "sí");
  private static final Set<String> FALSE = Set.of("false", "no", "n", "0", "non", "nein", "");

  private Flags() {}

  /// Null where it is unclear.
  static @Nullable Boolean read(Value value) {
    String text = Expression.textOf(value);
    if (text == null) {
      return null;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (TRUE.contains(lower)) {
      return true;
    }
    return FALSE.contains(lower) ? false : null;
  }

  static boolean isSet(Value value) {
    return Boolean.TRUE.equals(read(value));
  }
}
