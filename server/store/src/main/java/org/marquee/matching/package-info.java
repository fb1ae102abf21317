/// Which source records describe the same film, cinema or showing.
///
/// Owns the rules of linkage, as pure functions: the same source records give the same published
/// records, in whatever order they came. Never uses a database and never merges two films with
/// different ids in one catalogue. Start reading at [Clustering], then [FilmRules] and
/// [CinemaRules].
@NullMarked
package org.marquee.matching;

import org.jspecify.annotations.NullMarked;
