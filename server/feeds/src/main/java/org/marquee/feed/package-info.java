/// The content of a feed, whatever its format: the provider's records, and the contract of readers.
///
/// Owns [FeedRecord], [FeedHeader], [FeedReader] and the checks of limits all readers share. One
/// reader a format, each in a package of its own below this one; they never see each other. What
/// times and zones mean is in `feed.time`. Never knows what is stored. Start reading at
/// [FeedReader]; a reader passes what it reads through [Intake], and checks it member by member
/// with [FeedLine] against [Limits].
@NullMarked
package org.marquee.feed;

import org.jspecify.annotations.NullMarked;
