package org.marquee.listing;

import java.util.EnumMap;
import java.util.Map;

/// How far a follower of the [ChangeFeed] has come: behind one change of a commit, or behind all of
/// them. Each part only ever moves forward, so no entry of the log is read twice for one follower,
/// whatever is committed between two of its pages (docs/decisions/0127).
///
/// @param revision what the commit made
/// @param place of the change within the commit; [#END] behind all of them
/// @param written tells changes of one place apart
/// @param ahead how far arrivals were read before their turn, by kind; without a kind where none
///   were
/// @param held from where on removals are still to be told, by kind; empty where none are held back
public record ChangePosition(
    Revision revision, int place, long written, Map<Kind, Mark> ahead, Map<Kind, Mark> held) {
  /// The place behind every change of a commit.
  public static final int END = Short.MAX_VALUE;

  public ChangePosition {
    ahead = Map.copyOf(ahead);
    held = Map.copyOf(held);
  }

  /// Where the entries begin that are still to be read of one place of the log, over all commits.
  ///
  /// @param revision the number of the first revision that has some
  /// @param written they were written later than this
  public record Mark(long revision, long written) {
    /// The mark before every entry of a revision and of those after it.
    public static Mark before(long revision) {
      return new Mark(revision, 0);
    }

    /// Whether an entry was read already.
    public boolean isBehind(Mark entry) {
      return entry.revision() < revision || entry.written() <= written;
    }
  }

  /// Behind everything that made a revision.
  public static ChangePosition endOf(Revision revision) {
    return new ChangePosition(revision, END, 0, Map.of(), Map.of());
  }

  /// Whether everything that made its revision is told.
  public boolean isEnd() {
    return place == END && held.isEmpty();
  }

  /// Behind a change of a commit; what was read ahead and what is held back stays.
  public ChangePosition behind(Revision revision, int place, long written) {
    return new ChangePosition(revision, place, written, ahead, held);
  }

  /// The same, with the arrivals of a kind read up to a mark.
  public ChangePosition withAhead(Kind kind, Mark mark) {
    return new ChangePosition(revision, place, written, with(ahead, kind, mark), held);
  }

  /// The same, with the removals of a kind held back from a mark on.
  public ChangePosition withHeld(Kind kind, Mark mark) {
    return new ChangePosition(revision, place, written, ahead, with(held, kind, mark));
  }

  private static Map<Kind, Mark> with(Map<Kind, Mark> marks, Kind kind, Mark mark) {
    Map<Kind, Mark> all = new EnumMap<>(Kind.class);
    all.putAll(marks);
    all.put(kind, mark);
    return all;
  }
}
