package org.marquee.matching;

import java.util.Collection;
import java.util.List;

/// The rules of one kind of record. Symmetric, and of two words alone: what follows for more of
/// them is [Clustering]'s affair.
public interface Rules<W extends SourceRecord> {
  /// Above every [LinkVerdict.Same]: a person has said so.
  int DECIDED = 1_000;

  /// From here on contradicting facts do not count, for something surer than facts says that two
  /// words are about one thing.
  int BEYOND_FACTS = 100;

  /// The words that are worth comparing with each other; a word may be in several lists.
  List<List<W>> neighbours(Collection<W> words);

  /// What is to be said of two words, whatever is said of others.
  LinkVerdict judge(W one, W other);

  /// Whether they must never be in one record, however sure anything else is; a person's word
  /// apart.
  boolean exclude(W one, W other);

  /// Whether a fact of one contradicts one of the other.
  boolean contradict(W one, W other);

  /// Whether not even a person may join them.
  default boolean cannotBeOne(W one, W other) {
    return false;
  }
}
