/// Mappings that are proposed for a file of CSV or JSON that no reader knows.
///
/// Owns what is looked for in a flat table: the words that columns are called by, and the ways in
/// which times are written. What is not sure is a question to a person, with its evidence. Never
/// decides alone, and never reads a record itself: what it proposes is the text of a mapping, which
/// [org.marquee.feed.mapped.MappedReader] reads like any other. Start reading at [Proposal], then
/// [Proposer].
@NullMarked
package org.marquee.feed.proposed;

import org.jspecify.annotations.NullMarked;
