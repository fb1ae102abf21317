package org.marquee.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceTerms;

/// What all nodes know of what was collected and imported. Implemented by the store; may block, and
/// throws [LedgerUnavailable] where that cannot be reached.
public interface RunLog {
  /// When the feeds of each provider were last collected: when that began, whatever came of it.
  Map<String, Instant> lastCollected();

  /// Notes that the feeds of a provider were collected.
  void collected(String provider, Instant begun, Instant ended);

  /// Notes the rank of a provider: whose fields win where several list the same thing. If that
  /// changes what is published, it is published again at once.
  void ranked(String provider, int rank);

  /// Notes the languages that the titles of films are wanted in, the best first. If that changes
  /// what is published, it is published again at once.
  void titled(List<String> languages);

  /// Notes after how long without a newer feed a provider is late.
  ///
  /// @param after null: no newer feed is expected
  void lateAfter(String provider, @Nullable Duration after);

  /// Notes the attribution and licence of a provider.
  void terms(String provider, SourceTerms terms);

  /// The runs that are still of use, however old: the last one of each feed of a provider's last
  /// collection, which its status shows, and its last two imports, between which it can go back.
  Set<String> needed();

  /// Whether it is still known which records a revision changed.
  boolean remembersChangesOf(long revision);

  /// A run that is remembered.
  ///
  /// @param outcome the name of a [org.marquee.notice.Report.Result], or `undone`
  /// @param observedAt null where the feed could not be read that far
  /// @param revision the state that it made; null: none
  /// @param undoes the run that it took back; null: it was an import
  /// @param keptCinemas how many cinemas kept their stored showtimes, since too few were listed
  record Run(
      String id,
      String provider,
      String outcome,
      @Nullable Instant observedAt,
      @Nullable Long revision,
      @Nullable String undoes,
      long keptCinemas) {

    /// Whether it is an import that counts.
    public boolean isImport() {
      return outcome.equals("applied") && undoes == null;
    }
  }

  /// The run called `id`.
  Optional<Run> run(String id);

  /// All runs of a provider, the latest first.
  List<Run> runs(String provider);

  /// Notes that the run `by` has taken the run `undone` back.
  void undone(String undone, String by);

  /// Takes, or goes on with, what only one may have at a time. It ends by itself after `length`.
  ///
  /// @return whether `holder` has it
  boolean hold(String lease, String holder, Duration length);

  /// Gives back what `holder` may have.
  void release(String lease, String holder);
}
