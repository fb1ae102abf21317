/// What may be wrong with a feed, and how it is reported.
///
/// Owns the catalogue of notices with their severities and texts ([Code]), and the report of a run
/// in JSON; `report` makes a page of it. Never decides what becomes of a record: readers and
/// imports do. Start reading at [Code].
@NullMarked
package org.marquee.notice;

import org.jspecify.annotations.NullMarked;
