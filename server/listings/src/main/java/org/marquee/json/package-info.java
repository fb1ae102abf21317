/// JSON that is small enough to be held in memory: objects that are written member by member, and
/// trees that are read. Start reading at [JsonObject].
///
/// Never used for feeds, which [org.marquee.feed] streams, nor for the records of the interface,
/// which are written by hand for speed.
@NullMarked
package org.marquee.json;

import org.jspecify.annotations.NullMarked;
