package org.marquee.site.frame;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The languages of the pages. Dates and numbers are written as in the country named.
public enum Language {
  /// English, also for everybody whose languages are others.
  ENGLISH(Locale.UK, "English"),
  GERMAN(Locale.GERMANY, "Deutsch"),
  FRENCH(Locale.FRANCE, "Français"),
  SPANISH(Locale.of("es", "ES"), "Español");

  private final Locale locale;
  private final String ownName;

  Language(Locale locale, String ownName) {
    this.locale = locale;
    this.ownName = ownName;
  }

  /// Chooses the language of a page (RFC 9110, 12.5.4).
  ///
  /// @param wanted the code in the address, which wins if it is one of ours; null: none
  /// @param accepted the fields `Accept-Language`; malformed ones do not count
  static Language choose(@Nullable String wanted, List<String> accepted) {
    return Optional.ofNullable(wanted)
        .flatMap(Language::find)
        .or(() -> negotiated(String.join(",", accepted)))
        .orElse(ENGLISH);
  }

  private static Optional<Language> negotiated(String field) {
    if (field.isBlank()) {
      return Optional.empty();
    }
    try {
      List<Locale> ours = Arrays.stream(values()).map(each -> Locale.of(each.code())).toList();
      return Optional.ofNullable(Locale.lookup(Locale.LanguageRange.parse(field), ours))
          .flatMap(found -> find(found.getLanguage()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<Language> find(String code) {
    return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
  }

  /// As in addresses and in `lang`: `de`.
  public String code() {
    return locale.getLanguage();
  }

  /// By which dates and numbers are written.
  public Locale locale() {
    return locale;
  }

  /// Its name in itself.
  public String ownName() {
    return ownName;
  }
}
