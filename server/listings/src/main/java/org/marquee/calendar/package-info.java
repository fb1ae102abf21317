/// Showtimes as calendars that programs subscribe to (RFC 5545): what a calendar shows, and how it
/// is written.
///
/// Owns the port [Calendars] and the text of a calendar. Never knows a database nor HTTP, and never
/// reads calendars; [org.marquee.feed.icalendar] does. Start reading at [CalendarWriter].
@NullMarked
package org.marquee.calendar;

import org.jspecify.annotations.NullMarked;
