/// The reader of the `icalendar` format: the calendar of a cinema (RFC 5545).
///
/// Owns the lines of the format, [ContentLine] and [Component]; leaves only the arithmetic of
/// recurrences to a library. Uses only the time-zone rules of the file and of Java. Start reading
/// at [ICalendarReader].
@NullMarked
package org.marquee.feed.icalendar;

import org.jspecify.annotations.NullMarked;
