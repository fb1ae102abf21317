/// Which formats there are, and which of them a feed has.
///
/// Lists every reader once, and finds the format of a feed with their help. Never reads the records
/// of a feed. Start reading at [Formats], then [FormatDetection].
@NullMarked
package org.marquee.feed.detection;

import org.jspecify.annotations.NullMarked;
