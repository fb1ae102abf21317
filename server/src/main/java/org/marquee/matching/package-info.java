/// Which words of providers are about one film, one cinema, one showing.
///
/// Owns the rules, as pure functions of what was said: the same words give the same records in
/// whatever order they came. Never speaks to a database and never merges two films with different
/// ids in one catalogue. Start reading at [Clustering], then [FilmRules] and [CinemaRules].
@NullMarked
package org.marquee.matching;

import org.jspecify.annotations.NullMarked;
