/// How far sources speak for the days of a cinema: complete, partial or unknown
/// (docs/decisions/0050).
///
/// Never reads a feed or the database. Start reading at [Coverage]; a [SourceStatement] is what one
/// provider says, [BusinessDay] the day of a cinema.
@NullMarked
package org.marquee.coverage;

import org.jspecify.annotations.NullMarked;
