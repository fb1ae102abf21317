/// The page where a publisher has a feed checked before it is sent: the form, the progress, the
/// report, and the mapping that is proposed for a file that no format fits (docs/pages.md).
///
/// Never reads a feed itself: [FeedCheck] is the port to what does. Never stores one either: the
/// file is deleted. Start reading at [FeedSubmissions]; [CheckedFeed] writes the answer.
@NullMarked
package org.marquee.site.check;

import org.jspecify.annotations.NullMarked;
