package org.marquee.ingest;

import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Kind;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

/// What is stored, as far as an import sees it. Implemented by the store; every method throws
/// [LedgerUnavailable] where that cannot be reached.
public interface Ledger {
  /// Opens a place where the records of one feed are laid out before they are reconciled. Nothing
  /// is visible to readers, and closing it without [Staging#reconcile] leaves no trace.
  ///
  /// @param run by which others know this import while it is under way
  Staging stage(String run, String provider, FeedHeader header);

  /// Those of `keys` that are keys of titles ([org.marquee.feed.Titled#key]) which another provider
  /// than `provider` lists now, without any doubtful word.
  Set<String> titlesOfOthers(String provider, Set<String> keys);

  /// Keeps what became of a run, in place of what was remembered of it before.
  void remember(Report report);

  /// The records of one feed, laid out.
  interface Staging extends AutoCloseable {
    /// Notes that what is added from here on is of a feed that followed
    /// ([org.marquee.feed.FeedSink#following]).
    void following(FeedHeader header);

    /// Adds a sound record; of several with the same kind and external id the last wins.
    void add(long line, FeedRecord record);

    /// Notes that a line was refused. Where its kind and external id could be read it counts as
    /// listed: not listing it would withdraw what is stored.
    ///
    /// @param cinema for a screen, the external id of its cinema
    void refuse(@Nullable Kind kind, @Nullable String externalId, @Nullable String cinema);

    /// Notes that a rule left a line out.
    ///
    /// @param externalId of what is not to be shown on the provider's word, and is withdrawn where
    ///   it is stored ([org.marquee.feed.FeedSink#leftOut])
    void leaveOut(long line, Kind kind, @Nullable String externalId);

    /// What became of the lines so far, where the feed is refused as a whole.
    RowCounts refused();

    /// Compares what was laid out with what is stored and, if the rules allow it, makes it the new
    /// state in one transaction. What it finds on the way goes to `notices`.
    ///
    /// @param history how what was applied is to be remembered; it is in the same transaction, so
    ///   that a run is in the history if, and only if, its feed is stored
    Outcome reconcile(Rules rules, Notices notices, Function<Outcome.Applied, Report> history);

    @Override
    void close();
  }

  /// How strict to be.
  ///
  /// @param over feeds taken up to then may be replaced, even if they are newer than this one;
  ///   null: none that is newer
  /// @param undone the import that is taken back by this one; null: none
  record Rules(
      Shrinking shrinking, Effect effect, @Nullable Instant over, @Nullable Undone undone) {
    /// Rules by which a feed replaces none that is newer.
    public Rules(Shrinking shrinking, Effect effect) {
      this(shrinking, effect, null, null);
    }

    /// Rules by which feeds that are read once more take back the one that came after them.
    public static Rules takingBack(Undone undone, Effect effect) {
      return new Rules(Shrinking.ACCEPTED, effect, undone.observedAt(), undone);
    }

    /// Rules by which it is told what a feed would change, however old it is.
    public static Rules rehearsing(Shrinking shrinking) {
      return new Rules(shrinking, Effect.DRY_RUN, Instant.MAX, null);
    }

    /// An import that is taken back.
    ///
    /// @param revision which it made; negative: not known
    /// @param observedAt when its feed was taken
    /// @param last when the last one of the feeds was taken that are read once more
    /// @param before when what none of those feeds tells of, and was known before, was seen at the
    ///   latest
    public record Undone(long revision, Instant observedAt, Instant last, Instant before) {}

    /// Whether a feed may withdraw more than half of what is still to be shown.
    public enum Shrinking {
      REFUSED,
      ACCEPTED
    }

    /// Whether the outcome is kept or only told.
    public enum Effect {
      COMMIT,
      DRY_RUN
    }
  }
}
