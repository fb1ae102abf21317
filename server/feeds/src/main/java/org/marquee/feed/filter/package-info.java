/// Where a feed is cleaned and checked as a whole, whatever its format.
///
/// Owns the filters between a reader and the import, each a [org.marquee.feed.SinkFilter], such as
/// [CleanRecords] for what nobody may see in a text, [ClockCheck] and [ZoneCheck] for clocks that
/// are wrong, and [NotFilms]; and which files are no feed ([ForeignFiles], [WebPage]). Never reads
/// a format, and never decides on a feed by what is stored: `ingest.guard` does. Start reading at
/// [CheckedReading], which has the filters in their order.
@NullMarked
package org.marquee.feed.filter;

import org.jspecify.annotations.NullMarked;
