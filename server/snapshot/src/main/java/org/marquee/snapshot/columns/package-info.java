/// What showtimes are found by, outside the heap: of each day and of each cinema.
///
/// Owns the columns, their order and the lists of rows. Never knows what a caller asks, only
/// numbers ([RowFilter]). Start reading at [Day] and [ProgrammeIndex], then [ShowtimesDraft] for
/// how the next days are made of the last ones.
@NullMarked
package org.marquee.snapshot.columns;

import org.jspecify.annotations.NullMarked;
