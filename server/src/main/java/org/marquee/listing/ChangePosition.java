package org.marquee.listing;

/// How far a follower of the [ChangeFeed] has come: behind one change of a commit, or behind all of
/// them.
///
/// @param revision what the commit made
/// @param place of the change within the commit; [#END] where all of it is told
/// @param written tells changes of one place apart
/// @param ahead how many records that the next change refers to were told before their turn
/// @param aheadOf the number of the revision by which `ahead` was counted
public record ChangePosition(Revision revision, int place, long written, int ahead, long aheadOf) {
  /// The place behind every change of a commit.
  public static final int END = Short.MAX_VALUE;

  /// Behind everything that made a revision.
  public static ChangePosition endOf(Revision revision) {
    return new ChangePosition(revision, END, 0, 0, 0);
  }

  /// Whether everything that made its revision is told.
  public boolean isEnd() {
    return place == END;
  }
}
