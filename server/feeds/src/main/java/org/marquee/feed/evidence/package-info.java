/// The titles of one feed: which words around them are labels, and which spelling of a film counts.
///
/// Owns the evidence for that, which the first reading of a feed gathers, and what others say of a
/// film ([KnownFilm]). How a single title is taken apart is in [org.marquee.title.Titles]. Never
/// sees a file or a record. Start reading at [FeedTitles].
@NullMarked
package org.marquee.feed.evidence;

import org.jspecify.annotations.NullMarked;
