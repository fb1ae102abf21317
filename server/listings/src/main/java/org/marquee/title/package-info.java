/// The title of a film, separated from the labels that cinemas write around it.
///
/// Owns the vocabulary of labels (`words.txt`) and the cleaning of titles. Never knows a feed's
/// format or what is stored. Start reading at [Titles], then [Vocabulary].
@NullMarked
package org.marquee.title;

import org.jspecify.annotations.NullMarked;
