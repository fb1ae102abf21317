package org.marquee.feed.evidence;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.title.ParsedTitle;
import org.marquee.title.label.Vocabulary;

/// What the first reading of a feed shows of the words in it: which are labels, and whether the
/// audience speaks English.
final class FeedWords {
  /// The most labels that are remembered.
  private static final int MOST = 100_000;

  /// Countries where audiences read English subtitles as their own.
  private static final Set<String> ENGLISH_SPEAKING =
      Set.of(
          "GB IE US CA AU NZ ZA IN SG HK MY PH MT JM TT BB BS KE NG GH UG ZW GI IM JE GG"
              .split(" ", -1));

  /// What was taken from around titles: labels, even if the table of labels does not have them.
  private final Set<String> taken = new HashSet<>();

  /// Whether the feed lists a cinema whose audience speaks English, and any other.
  private boolean english;

  private boolean foreign;

  void learn(ParsedTitle titled) {
    if (taken.size() < MOST) {
      taken.addAll(titled.labels());
      if (titled.doubt() != null) {
        taken.addAll(titled.doubt().without().labels());
      }
      titled.readings().forEach(reading -> taken.addAll(reading.title().labels()));
    }
  }

  void note(@Nullable String country) {
    if (country != null) {
      english |= ENGLISH_SPEAKING.contains(country);
      foreign |= !ENGLISH_SPEAKING.contains(country);
    }
  }

  /// The words of a provider, as they are meant where its cinemas are.
  Vocabulary meant(Vocabulary words) {
    return foreign && !english ? words.withoutEnglish() : words;
  }

  /// Whether `label` was taken from around a title.
  boolean isTaken(String label) {
    return taken.contains(label);
  }
}
