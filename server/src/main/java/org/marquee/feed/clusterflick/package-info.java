/// Venue files of the clusterflick project.
///
/// Owns the members of a film and its performances, and the keys that stand for the ids the format
/// does not have. What a title says beside the film's name is settled by [org.marquee.feed.Titles].
/// Start reading at [ClusterflickReader].
@NullMarked
package org.marquee.feed.clusterflick;

import org.jspecify.annotations.NullMarked;
