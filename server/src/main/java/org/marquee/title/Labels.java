package org.marquee.title;

import java.util.Optional;
import org.marquee.listing.Attributes;

/// What the labels on showtimes mean, in any feed: only words that say clearly one of the twelve
/// attributes (`words.txt`). What an operator means by words of its own is for its reader, or its
/// own table, to know ([Vocabulary#with]).
public final class Labels {
  private Labels() {}

  /// The attributes that `label` clearly means, whatever its case, accents and punctuation; empty
  /// where it means none.
  public static Optional<Attributes> find(String label) {
    return Vocabulary.BUILT_IN.attributes(label);
  }
}
