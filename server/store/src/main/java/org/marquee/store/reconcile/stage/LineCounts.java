package org.marquee.store.reconcile.stage;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;
import org.marquee.notice.RowCounts.Counts;

/// The lines of a feed, counted while they are staged and while steps run.
public final class LineCounts {
  private final Map<Kind, OfKind> kinds = new EnumMap<>(Kind.class);

  /// Refused lines whose kind could not be read.
  public long refusedUnknown;

  /// Whether a line cancels a showtime.
  public boolean cancels;

  /// Whether a showtime has a made id, which others may share.
  public boolean mayShareIds;

  /// Whether lines of a later feed follow those of the first.
  public boolean isSequence;

  public LineCounts() {
    for (Kind kind : Kind.values()) {
      kinds.put(kind, new OfKind());
    }
  }

  /// The lines of one kind, and what became of them.
  public static final class OfKind {
    /// Without withdrawals.
    public long staged;

    public long withdrawals;
    public long refusedEarlier;
    public long leftOut;
    public long added;
    public long changed;
    public long withdrawn;
    long merged;
    public long heldBack;
    public long refused;

    /// Stored records that were withdrawn because no line lists them.
    public long unlisted;

    public Counts outcome() {
      long unchanged =
          staged + withdrawals - added - changed - withdrawn - merged - heldBack - refused;
      if (unchanged < 0) {
        throw new IllegalStateException("more became of the lines than were read");
      }
      return new Counts(
          added,
          changed,
          unchanged,
          withdrawn,
          merged,
          heldBack,
          refused + refusedEarlier,
          leftOut);
    }
  }

  public OfKind of(Kind kind) {
    return kinds.computeIfAbsent(kind, _ -> new OfKind());
  }

  /// What became of all lines; those that no step counted are unchanged.
  public RowCounts outcome() {
    return counts(OfKind::outcome);
  }

  /// The counts of a feed that is refused as a whole: all its lines are refused, but those that a
  /// rule left out.
  public RowCounts refusedWithTheFeed() {
    return counts(each ->
        new Counts(
            0, 0, 0, 0, 0, 0, each.staged + each.withdrawals + each.refusedEarlier, each.leftOut));
  }

  /// What became of the lines so far: those that were not refused or left out while they were read
  /// count as unchanged.
  public RowCounts refusedSoFar() {
    return counts(each ->
        new Counts(
            0, 0, each.staged + each.withdrawals, 0, 0, 0, each.refusedEarlier, each.leftOut));
  }

  private RowCounts counts(Function<OfKind, Counts> counting) {
    Map<Kind, Counts> counts = new EnumMap<>(Kind.class);
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    kinds.forEach((kind, each) -> {
      counts.put(kind, counting.apply(each));
      unlisted.put(kind, each.unlisted);
    });
    return new RowCounts(counts, refusedUnknown, unlisted);
  }
}
