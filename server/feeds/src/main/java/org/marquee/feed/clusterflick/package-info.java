/// Venue files of the clusterflick project.
///
/// Owns the members of a film and its performances, and the derived ids, since the format has none.
/// Titles are cleaned by [org.marquee.title.Titles]. Start reading at [ClusterflickReader].
@NullMarked
package org.marquee.feed.clusterflick;

import org.jspecify.annotations.NullMarked;
