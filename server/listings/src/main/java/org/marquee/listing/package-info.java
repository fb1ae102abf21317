/// The published records, and the queries for them.
///
/// Owns the records of the interface (docs/api.md, "Records") with their limits, the order of every
/// list, and the queries. Never knows how a record is stored, fed in or written. Start reading at
/// [Showtime] and [ShowtimeQuery].
@NullMarked
package org.marquee.listing;

import org.jspecify.annotations.NullMarked;
