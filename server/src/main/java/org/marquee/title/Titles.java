package org.marquee.title;

/// Separates the title of a film from what cinemas write around it: "+ Q&A", "(HOH)", "Relaxed
/// Screening:", "IMAX 3D", the name of a season, the language, the anniversary.
public final class Titles {
  private Titles() {}

  /// The title in `raw`. Cleaning what is clean changes nothing; where nothing would be left, `raw`
  /// is the title.
  public static ParsedTitle clean(String raw) {
    return clean(raw, Vocabulary.BUILT_IN);
  }

  /// Cleans with a provider's own words too.
  ///
  /// Doubtful words stay in the title ([ParsedTitle#doubt]): only a whole feed shows what they are
  /// (`feed.FeedTitles`).
  public static ParsedTitle clean(String raw, Vocabulary vocabulary) {
    TitleCleaning bold = new TitleCleaning(raw, vocabulary, TitleWording.Doubtful.TAKEN);
    ParsedTitle without = bold.clean();
    if (bold.doubtfulWords().isEmpty()) {
      return without;
    }
    ParsedTitle whole = new TitleCleaning(raw, vocabulary, TitleWording.Doubtful.LEFT).clean();
    return whole.title().equals(without.title())
        ? whole
        : new ParsedTitle(
            whole.title(),
            whole.year(),
            whole.attributes(),
            whole.labels(),
            new ParsedTitle.Doubt(bold.doubtfulWords(), without));
  }
}
