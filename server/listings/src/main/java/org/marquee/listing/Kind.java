package org.marquee.listing;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The kinds of records that carry a provenance (docs/api.md, "Records"; attributes are fixed and
/// have none).
public enum Kind {
  SHOWTIME("st"),
  FILM("fi"),
  CINEMA("ci"),
  CHAIN("ch"),
  SCREEN("sc");

  private final String prefix;

  Kind(String prefix) {
    this.prefix = prefix;
  }

  /// The kind with a name.
  public static Optional<Kind> find(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /// What the ids of this kind begin with, before the underscore.
  public String prefix() {
    return prefix;
  }

  /// The kind's name in feeds and reports: `showtime`, `film`, ….
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
