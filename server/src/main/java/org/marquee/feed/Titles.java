package org.marquee.feed;

/// Tells the title of a film from what cinemas write around it: "+ Q&A", "(HOH)", "Relaxed
/// Screening:", "IMAX 3D", the name of a season, the language, the anniversary.
public final class Titles {
  private Titles() {}

  /// The title in `raw`. Cleaning what is clean changes nothing; where nothing would be left, `raw`
  /// is the title.
  public static Titled clean(String raw) {
    return clean(raw, Vocabulary.BUILT_IN);
  }

  /// Cleans with a provider's own words too.
  public static Titled clean(String raw, Vocabulary vocabulary) {
    return new TitleCleaning(raw, vocabulary).clean();
  }
}
