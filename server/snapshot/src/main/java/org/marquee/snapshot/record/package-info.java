/// Written records in memory: showtimes outside the heap, other records on it, and when the sources
/// confirmed them.
///
/// Owns how a record lies in memory and how it is printed again. Never knows how records are found.
/// Start reading at [ShowtimeStore].
@NullMarked
package org.marquee.snapshot.record;

import org.jspecify.annotations.NullMarked;
