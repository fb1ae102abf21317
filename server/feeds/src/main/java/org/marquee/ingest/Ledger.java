package org.marquee.ingest;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.listing.Kind;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

/// The stored listings as an import sees them. Implemented by the store; every method throws
/// [LedgerUnavailable] if the database cannot be reached.
public interface Ledger {
  /// Opens a staging area for the records of one feed. Readers see nothing of it, and closing it
  /// without [Staging#reconcile] leaves no trace.
  ///
  /// @param run the id under which others see this import while it runs
  /// @param feed its first file or address
  Staging stage(String run, String provider, String feed, FeedHeader header);

  /// The films that other providers list now under those of `keys`, keys of titles, that they list
  /// without any doubtful word.
  Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys);

  /// Stores the report of a run, in place of an earlier report of the same run.
  void remember(Report report);

  /// The staged records of one feed.
  interface Staging extends AutoCloseable {
    /// Begins the next of several feeds that are read as one ([Import.Order]): the lines from here
    /// on were observed when that feed was taken.
    void next(FeedHeader header);

    /// Adds a valid record; of several with the same kind and external id the last wins.
    void add(long line, FeedRecord record);

    /// Counts a refused line. If its kind and external id could be read, the record counts as
    /// listed, so that a bad line does not withdraw what is stored.
    ///
    /// @param cinema as [org.marquee.feed.FeedRow.RefusedLine] has it
    void refuse(@Nullable Kind kind, @Nullable String externalId, @Nullable String cinema);

    /// Counts a line that a rule left out.
    ///
    /// @param externalId of a record that the provider cancels, which is withdrawn if it is stored
    ///   ([org.marquee.feed.FeedRow.LeftOut])
    void leaveOut(long line, Kind kind, @Nullable String externalId);

    /// The counts of the lines so far if the feed is refused as a whole.
    RowCounts refused();

    /// Compares the staged records with the stored ones and, if the rules allow it, makes them the
    /// new state in one transaction. Findings go to `notices`.
    ///
    /// @param history makes the report of an applied feed. It is stored in the same transaction, so
    ///   a run is in the history if, and only if, its feed is stored
    Outcome reconcile(Rules rules, Notices notices, Function<Outcome.Applied, Report> history);

    @Override
    void close();
  }

  /// How a feed is applied: what it may withdraw, which feeds it may replace, and whether the
  /// result is kept.
  sealed interface Rules {
    Shrinking shrinking();

    Effect effect();

    /// The time of the newest stored feed that may be replaced by a feed taken at `observedAt`.
    Instant mayReplaceUpTo(Instant observedAt);

    /// A feed as it arrives. It never replaces a newer one.
    record Normal(Shrinking shrinking, Effect effect) implements Rules {
      @Override
      public Instant mayReplaceUpTo(Instant observedAt) {
        return observedAt;
      }
    }

    /// An archived feed, however old: shows what it would change today. Never kept.
    record Trial(Shrinking shrinking) implements Rules {
      @Override
      public Effect effect() {
        return Effect.DRY_RUN;
      }

      @Override
      public Instant mayReplaceUpTo(Instant observedAt) {
        return Instant.MAX;
      }
    }

    /// The feeds before an import, read again as one to undo that import.
    ///
    /// @param run the undone import
    /// @param revision the revision that it made
    /// @param observedAt when the undone feed was taken
    /// @param last when the last of the feeds that are read again was taken
    /// @param before the latest time at which a record can have been seen that none of these feeds
    ///   lists and that is older than the undone import
    record Undo(
        String run, long revision, Instant observedAt, Instant last, Instant before, Effect effect)
        implements Rules {
      @Override
      public Shrinking shrinking() {
        return Shrinking.ACCEPTED;
      }

      @Override
      public Instant mayReplaceUpTo(Instant taken) {
        return taken.isAfter(observedAt) ? taken : observedAt;
      }
    }

    /// Whether a feed may withdraw more than the rules about shrinking allow.
    enum Shrinking {
      REFUSED,
      ACCEPTED
    }

    /// Whether the result is kept or only reported.
    enum Effect {
      COMMIT,
      /// The import runs to its end and is rolled back: no revision, no entry in the history, no
      /// archived input. Only the report is made.
      DRY_RUN
    }
  }
}
