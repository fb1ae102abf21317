/// The native feed, newline-delimited JSON.
///
/// Owns its lines, its header and the members of each type. Reads in constant memory and holds no
/// more than one line; never knows what is stored. Start reading at [MarqueeReader]; the table of
/// members is [Records].
@NullMarked
package org.marquee.feed.marquee;

import org.jspecify.annotations.NullMarked;
