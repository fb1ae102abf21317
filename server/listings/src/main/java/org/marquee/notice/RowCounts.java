package org.marquee.notice;

import java.util.Map;
import org.marquee.listing.Kind;

/// The outcomes of all lines of a feed, by kind of record (docs/feeds.md, "What becomes of each
/// line").
///
/// @param kinds of those that lines are of
/// @param unknown lines of unknown kind; all of them were refused
/// @param unlisted stored records withdrawn because the feed no longer lists them; they were on no
///   line
public record RowCounts(Map<Kind, Counts> kinds, long unknown, Map<Kind, Long> unlisted) {
  public RowCounts {
    kinds = Map.copyOf(kinds);
    unlisted = Map.copyOf(unlisted);
  }

  /// No lines.
  public static RowCounts empty() {
    return new RowCounts(Map.of(), 0, Map.of());
  }

  /// The outcomes of the lines of `kind`.
  public Counts of(Kind kind) {
    return kinds.getOrDefault(kind, Counts.NONE);
  }

  /// How many stored records of `kind` were withdrawn because they are no longer listed.
  public long unlisted(Kind kind) {
    return unlisted.getOrDefault(kind, 0L);
  }

  /// How many stored records of all kinds were withdrawn because they are no longer listed.
  public long allUnlisted() {
    return unlisted.values().stream().mapToLong(Long::longValue).sum();
  }

  /// The sum over all kinds, with the lines of unknown kind among the refused.
  public Counts total() {
    Counts sum = Counts.refused(unknown);
    for (Counts counts : kinds.values()) {
      sum = sum.plus(counts);
    }
    return sum;
  }

  /// The outcomes of the lines of one kind; every line is in exactly one of the counts.
  ///
  /// @param withdrawn explicitly, by the feed
  /// @param merged replaced by a later line for the same record
  public record Counts(
      long added,
      long changed,
      long unchanged,
      long withdrawn,
      long merged,
      long heldBack,
      long refused,
      long leftOut) {
    /// The counts of no line at all.
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

    /// The counts of lines all of which were refused.
    public static Counts refused(long lines) {
      return new Counts(0, 0, 0, 0, 0, 0, lines, 0);
    }

    /// How many lines are published.
    public long published() {
      return added + changed + unchanged;
    }

    /// Whether lines were read and none is published, other than where the feed only takes back.
    public boolean isNothingPublished() {
      return published() == 0 && read() > withdrawn;
    }

    /// How many lines were read.
    public long read() {
      return added + changed + unchanged + withdrawn + merged + heldBack + refused + leftOut;
    }

    /// Each count of both together.
    public Counts plus(Counts other) {
      return new Counts(
          added + other.added,
          changed + other.changed,
          unchanged + other.unchanged,
          withdrawn + other.withdrawn,
          merged + other.merged,
          heldBack + other.heldBack,
          refused + other.refused,
          leftOut + other.leftOut);
    }
  }
}
