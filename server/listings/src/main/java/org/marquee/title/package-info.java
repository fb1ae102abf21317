/// The title of a film, separated from the labels that cinemas write around it.
///
/// Owns the cleaning of titles; what a label means is in [org.marquee.title.label]. Never knows a
/// feed's format or what is stored. Start reading at [Titles].
@NullMarked
package org.marquee.title;

import org.jspecify.annotations.NullMarked;
