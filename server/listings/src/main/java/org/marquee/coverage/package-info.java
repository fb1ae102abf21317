/// For which days the sources speak of a cinema: whether its programme of a day is complete,
/// partial or not known (docs/decisions/0050).
///
/// Never reads a feed or the database. Start reading at [Coverage]; a [SourceStatement] is what one
/// provider says, [BusinessDay] the day of a cinema.
@NullMarked
package org.marquee.coverage;

import org.jspecify.annotations.NullMarked;
