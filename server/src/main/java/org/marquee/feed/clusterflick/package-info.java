/// Venue files of the clusterflick project.
@NullMarked
package org.marquee.feed.clusterflick;

import org.jspecify.annotations.NullMarked;
