package org.marquee.listing;

/// How far a follower of the [ChangeFeed] has come: behind one change of a commit, or behind all of
/// them.
///
/// @param revision what the commit made
/// @param place of the change within the commit; from [#HELD] on those of removals that were held
///   back until then; [#END] where all of it is told
/// @param written tells changes of one place apart
/// @param heldSince the number of the revision since which removals are held back; 0 for none
/// @param ahead how many records that the next change refers to were told before their turn
/// @param readAs the number of the revision that was the newest when this commit was read; 0 for
///   none; negative where another one was when an earlier part of it was read
public record ChangePosition(
    Revision revision, int place, long written, long heldSince, int ahead, long readAs) {
  /// Added to the places of removals that were held back: they come behind every other change.
  public static final int HELD = 1_000;

  /// The place behind every change of a commit.
  public static final int END = Short.MAX_VALUE;

  /// Behind everything that made a revision.
  public static ChangePosition endOf(Revision revision) {
    return new ChangePosition(revision, END, 0, 0, 0, 0);
  }

  /// Whether it is among the removals that were held back.
  public boolean isHeld() {
    return place >= HELD && !isEnd();
  }

  /// Whether everything that made its revision is told.
  public boolean isEnd() {
    return place == END;
  }
}
