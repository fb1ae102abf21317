/// Followers of the changes: pages, requests that wait, streams of events (docs/api.md, "Follow
/// changes").
///
/// Never reads the log of changes itself: [org.marquee.listing.ChangeFeed] does. Start reading at
/// [Followers].
@NullMarked
package org.marquee.v1.changes;

import org.jspecify.annotations.NullMarked;
