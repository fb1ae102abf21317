/// Venue files of the clusterflick project.
///
/// Owns the members of a film and its performances, and the keys that stand for the ids the format
/// does not have. Never guesses attributes from titles. Start reading at [ClusterflickReader].
@NullMarked
package org.marquee.feed.clusterflick;

import org.jspecify.annotations.NullMarked;
