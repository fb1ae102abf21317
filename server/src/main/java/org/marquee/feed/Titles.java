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
  ///
  /// Doubtful words stay in the title ([Titled#doubt]): only a whole feed shows what they are
  /// ([FeedTitles]).
  public static Titled clean(String raw, Vocabulary vocabulary) {
    TitleCleaning bold = new TitleCleaning(raw, vocabulary, TitleWording.Doubtful.TAKEN);
    Titled without = bold.clean();
    if (bold.doubtfulWords().isEmpty()) {
      return without;
    }
    Titled whole = new TitleCleaning(raw, vocabulary, TitleWording.Doubtful.LEFT).clean();
    return whole.title().equals(without.title())
        ? whole
        : new Titled(
            whole.title(),
            whole.year(),
            whole.attributes(),
            whole.labels(),
            new Titled.Doubt(bold.doubtfulWords(), without));
  }
}
