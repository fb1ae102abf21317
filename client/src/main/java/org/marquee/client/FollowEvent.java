package org.marquee.client;

/// What a follower of the changes is told.
public sealed interface FollowEvent permits Change, FollowEvent.Reset, FollowEvent.Checkpoint {
  /// What came before is void. All records follow as [Change.Upserted], then a [Checkpoint].
  record Reset() implements FollowEvent {}

  /// Everything up to here has come. Keep the cursor: [FollowQuery#since(String)] goes on from
  /// here. It is the service's cursor and, behind a tilde, until when showtimes were read.
  ///
  /// @param caughtUp false where the service has more changes at hand
  record Checkpoint(String cursor, boolean caughtUp, Freshness freshness) implements FollowEvent {}
}
