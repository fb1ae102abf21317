package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// Keys that are made of folded names (docs/api.md, "Folding").
public final class FoldedKeys {
  private FoldedKeys() {}

  /// What a search for cinemas looks through: name, locality, postcode, and postcode without
  /// spaces, folded, a line each.
  public static String cinemaSearch(
      String name, @Nullable String locality, @Nullable String postcode) {
    String foldedPostcode = postcode == null ? "" : Folding.fold(postcode);
    return String.join(
        "\n",
        Folding.fold(name),
        locality == null ? "" : Folding.fold(locality),
        foldedPostcode,
        foldedPostcode.replace(" ", ""));
  }

  /// What a screen is known by where a schedule only names it: its folded name, or the name itself
  /// where nothing is left of it; at most as long as an external id may be.
  public static String screen(String name, String folded) {
    if (folded.isEmpty()) {
      return name;
    }
    int longest = Provenance.EXTERNAL_ID_LENGTH.most();
    return folded.codePointCount(0, folded.length()) <= longest
        ? folded
        : folded.substring(0, folded.offsetByCodePoints(0, longest));
  }
}
