package org.marquee.title;

import java.util.Locale;

/// A film's title in a language.
///
/// @param language a tag of BCP 47
public record TitleIn(String language, String title) {
  /// Whether it is in a language, wherever that is spoken: `pt-BR` is in `pt`, and in `pt-BR`.
  public boolean isIn(String wanted) {
    return (language + "-")
        .toLowerCase(Locale.ROOT)
        .startsWith(wanted.toLowerCase(Locale.ROOT) + "-");
  }
}
