/// Feeds of any CSV, JSON or XML, read by a mapping: where its rows are, and what their values
/// mean.
///
/// Owns the language of mappings (docs/mappings.md), its paths and time patterns, and the mappings
/// that come with Marquee. Turns rows into native objects, written and checked as those of the
/// native feed. Never guesses what the mapping does not state. Start reading at [MappedReader],
/// then [Mapping] and [MappingFile].
@NullMarked
package org.marquee.feed.mapped;

import org.jspecify.annotations.NullMarked;
