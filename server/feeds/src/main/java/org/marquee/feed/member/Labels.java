package org.marquee.feed.member;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.marquee.feed.FeedSink;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.title.label.Vocabulary;

/// The labels of one feed: what they mean, and which of them nobody knows.
final class Labels {
  private static final int MOST_REMEMBERED = 1_000;
  private static final int LONGEST_REMEMBERED = 100;

  private final Vocabulary vocabulary;
  private final FeedTitles titles;
  private final Sightings unknown = new Sightings(Code.LABEL_UNKNOWN);

  /// What labels say beside attributes: they recur in every row.
  private final Map<String, List<String>> facts = new HashMap<>();

  Labels(Vocabulary vocabulary, FeedTitles titles) {
    this.vocabulary = vocabulary;
    this.titles = titles;
  }

  /// The attributes of a label with several wordings: those of the first that means any. If none is
  /// known, the first is counted. What they say beside goes to the findings of its line.
  Attributes read(List<String> wordings, FeedLine.Findings findings) {
    if (titles.isLearning()) {
      findings.wordings.addAll(wordings);
    }
    for (String wording : wordings) {
      findings.facts.addAll(facts(wording));
      Attributes meaning = vocabulary.attributes(wording).orElse(null);
      if (meaning != null) {
        return meaning;
      }
    }
    if (wordings.stream().noneMatch(this::isKnown)) {
      unknown.count(wordings.getFirst(), findings.place);
    }
    return Attributes.NONE;
  }

  private List<String> facts(String label) {
    if (label.length() > LONGEST_REMEMBERED) {
      return vocabulary.facts(label);
    }
    if (facts.size() == MOST_REMEMBERED) {
      facts.clear();
    }
    return facts.computeIfAbsent(label, vocabulary::facts);
  }

  /// Whether it is known what a label says, or that it is one: words that were taken from around a
  /// title are.
  private boolean isKnown(String label) {
    return titles.isTaken(label) || vocabulary.isKnown(label);
  }

  /// Reports those that nobody knows. Call it once, at the end.
  void report(FeedSink sink) {
    unknown.report(sink);
  }
}
