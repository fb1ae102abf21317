package org.marquee.feed.member;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// Countries as pages and tables name them: by a code of ISO 3166-1 in two or three letters, or by
/// name.
public final class Countries {
  private static final Map<String, String> CODES = codes();

  private Countries() {}

  /// The code in two letters; null where the text names no country.
  public static @Nullable String code(String country) {
    return CODES.get(Folding.fold(country));
  }

  private static Map<String, String> codes() {
    Map<String, String> codes = new HashMap<>();
    List<Locale> languages =
        List.of("en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "fi", "nb", "pl").stream()
            .map(Locale::of)
            .toList();
    for (String code : Locale.getISOCountries()) {
      Locale country = Locale.of("", code);
      for (Locale language : languages) {
        codes.putIfAbsent(Folding.fold(country.getDisplayCountry(language)), code);
      }
    }
    for (String code : Locale.getISOCountries()) {
      codes.put(Folding.fold(Locale.of("", code).getISO3Country()), code);
      codes.put(Folding.fold(code), code);
    }
    for (String name :
        List.of("uk", "great britain", "england", "scotland", "wales", "northern ireland")) {
      codes.put(name, "GB");
    }
    for (String name : List.of("usa", "u s a", "u s", "united states of america")) {
      codes.put(name, "US");
    }
    codes.put("holland", "NL");
    codes.put("czech republic", "CZ");
    codes.put("republic of ireland", "IE");
    return codes;
  }
}
