/// Times and zones as providers write them: what a local time is that the clock change repeats or
/// skips, the names of zones, dates and times in the spellings of cinemas.
///
/// Knows nothing of records. Start reading at [StartTime] and [LocalTimes].
@NullMarked
package org.marquee.feed.time;

import org.jspecify.annotations.NullMarked;
