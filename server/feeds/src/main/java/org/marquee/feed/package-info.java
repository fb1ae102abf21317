/// The contract of readers, and what a feed says, whatever its format.
///
/// Owns [FeedReader], and what it is given and gives: the files of a [FeedSource], and for the
/// [FeedSink] a [FeedHeader] and a [FeedRow] for each [FeedRecord]. One reader a format, each in a
/// package of its own below this one; they never see each other. How a reader checks what it reads
/// is in `feed.member`, what any feed goes through after that in `feed.filter`, its titles in
/// `feed.evidence`, its times in `feed.time`. Never knows what is stored. Start reading at
/// [FeedReader].
@NullMarked
package org.marquee.feed;

import org.jspecify.annotations.NullMarked;
