package org.marquee.matching;

import java.util.Collection;
import java.util.List;
import java.util.SequencedMap;

/// The rules of one kind of record. They compare two source records, in either order; [Clustering]
/// makes groups of the verdicts.
public interface Rules<W extends SourceRecord> {
  /// Above every [LinkVerdict.Same]: a person has decided.
  int DECIDED = 1_000;

  /// From here on contradicting facts do not count: the evidence is stronger than facts.
  int BEYOND_FACTS = 100;

  /// Lists of source records to compare with each other; one may be in several lists.
  List<List<W>> neighbours(Collection<W> sources);

  /// Compares two source records, without regard to others.
  LinkVerdict judge(W one, W other);

  /// What is compared of two source records, fact by fact, in words; first their names.
  SequencedMap<String, String> evidence(W one, W other);

  /// Whether a link does not hold: a fact of one contradicts one of the other, or they exclude each
  /// other, which only a decision of a person overrides, if anything does.
  ///
  /// @param strength of the link, as of [LinkVerdict.Same]
  boolean clash(W one, W other, int strength);
}
