package org.marquee.listing;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far a follower of the [ChangeFeed] has come: behind one change of a commit, or behind all of
/// them. Each part only ever moves forward, so no entry of the log is read twice for one follower,
/// whatever is committed between two of its pages (docs/decisions/0127).
///
/// @param revision what the commit made
/// @param place of the change within the commit; [#END] behind all of them
/// @param written distinguishes changes of one place
/// @param ahead how far arrivals were read before their turn, by kind; without a kind where none
///   were
/// @param held from where on removals are still to be sent, by kind; empty where none are held back
/// @param joined the commits that are sent as one; null where each is sent with its own time
public record ChangePosition(
    Revision revision,
    int place,
    long written,
    Map<Kind, Mark> ahead,
    Map<Kind, Mark> held,
    @Nullable Joined joined) {
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

  /// Commits that are sent as one: every change up to the last of them has the time of the last.
  /// Within them a record is sent once.
  ///
  /// @param from the number of the revision where they begin, behind the change at `place` and
  ///   `written`
  /// @param until the number of the last revision
  /// @param ahead how far arrivals were read ahead before that, by kind: in an earlier state
  public record Joined(long from, int place, long written, long until, Map<Kind, Mark> ahead) {
    public Joined {
      ahead = Map.copyOf(ahead);
    }
  }

  /// A position of which nothing was read ahead and nothing is held back.
  public static ChangePosition at(Revision revision, int place, long written) {
    return new ChangePosition(revision, place, written, Map.of(), Map.of(), null);
  }

  /// Behind everything that made a revision.
  public static ChangePosition endOf(Revision revision) {
    return at(revision, END, 0);
  }

  /// Whether every change of its revision was sent.
  public boolean isEnd() {
    return place == END && held.isEmpty();
  }

  /// Behind a change of a commit; what was read ahead and what is held back stays.
  public ChangePosition behind(Revision revision, int place, long written) {
    boolean ends = joined != null && revision.number() > joined.until();
    return new ChangePosition(revision, place, written, ahead, held, ends ? null : joined);
  }

  /// Behind every change up to a revision; what is held back stays.
  public ChangePosition behindAll(Revision revision) {
    return new ChangePosition(revision, END, 0, Map.of(), held, null);
  }

  /// This position, with the commits from here on up to a revision sent as one.
  public ChangePosition joinedUntil(Revision last) {
    return new ChangePosition(
        revision,
        place,
        written,
        ahead,
        held,
        new Joined(revision.number(), place, written, last.number(), ahead));
  }

  /// This position, with the arrivals of a kind read up to a mark.
  public ChangePosition withAhead(Kind kind, Mark mark) {
    return new ChangePosition(revision, place, written, with(ahead, kind, mark), held, joined);
  }

  /// This position, with the removals of a kind held back from a mark on.
  public ChangePosition withHeld(Kind kind, Mark mark) {
    return new ChangePosition(revision, place, written, ahead, with(held, kind, mark), joined);
  }

  /// From where on arrivals of a kind are still to be read, over all commits.
  ///
  /// @param arrivals their place within a commit
  public Mark unread(Kind kind, int arrivals) {
    long number = revision.number();
    Mark inTurn =
        place > arrivals
            ? Mark.before(number + 1)
            : new Mark(number, place == arrivals ? written : 0);
    Mark read = ahead.get(kind);
    return read == null
        ? inTurn
        : new Mark(
            Math.max(inTurn.revision(), read.revision()),
            Math.max(inTurn.written(), read.written()));
  }

  private static Map<Kind, Mark> with(Map<Kind, Mark> marks, Kind kind, Mark mark) {
    Map<Kind, Mark> all = new EnumMap<>(Kind.class);
    all.putAll(marks);
    all.put(kind, mark);
    return all;
  }
}
