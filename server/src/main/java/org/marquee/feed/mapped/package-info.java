/// Feeds of any CSV or JSON, read as a mapping says: where its rows are, and what their values
/// mean.
///
/// Owns the language of mappings (docs/mappings.md), its paths and time patterns, and the mappings
/// that come with Marquee. Turns rows into native objects, which are then checked as the native
/// feed's are; never guesses what no mapping says. Start reading at [MappedReader], then [Mapping]
/// and [MappingFile].
@NullMarked
package org.marquee.feed.mapped;

import org.jspecify.annotations.NullMarked;
