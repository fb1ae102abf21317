/// Mappings that are proposed for a file of CSV or JSON that no reader knows.
///
/// Owns what is looked for in it: the words that columns are called by, the ways in which times are
/// written, and how sure each choice is. Never reads a record itself: what it proposes is the text
/// of a mapping, which [org.marquee.feed.mapped.MappedReader] reads like any other. Start reading
/// at [Proposal], then [Proposer] and [Role].
@NullMarked
package org.marquee.feed.proposed;

import org.jspecify.annotations.NullMarked;
