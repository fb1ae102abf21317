/// What may be wrong with a feed, and how it is told.
///
/// Owns the catalogue of notices with their severities and texts ([Code]), and the report of a run
/// in JSON and HTML. Never decides what becomes of a record: that is the reader's and the run's
/// part. Start reading at [Code].
@NullMarked
package org.marquee.notice;

import org.jspecify.annotations.NullMarked;
