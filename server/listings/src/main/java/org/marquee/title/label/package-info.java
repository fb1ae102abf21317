/// Labels, as cinemas write them on showtimes and around titles: IMAX, subtitled, for parents with
/// babies. Which attributes they mean.
///
/// Owns the table of phrases (`words.txt`) and a provider's own. Never takes a title apart. Start
/// reading at [Vocabulary].
@NullMarked
package org.marquee.title.label;

import org.jspecify.annotations.NullMarked;
