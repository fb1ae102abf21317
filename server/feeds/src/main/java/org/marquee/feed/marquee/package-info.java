/// The native feed, newline-delimited JSON.
///
/// Owns its lines, its header and its withdrawals. Reads in constant memory and holds no more than
/// one line; never knows what is stored. Start reading at [MarqueeReader]; the members of its
/// records are those of [org.marquee.feed.member.NativeRecords].
@NullMarked
package org.marquee.feed.marquee;

import org.jspecify.annotations.NullMarked;
