/// Which formats there are, and which of them a feed has.
///
/// Lists every reader once, and finds the format of a feed by asking them. Never reads a feed's
/// records. Start reading at [Formats], then [FormatDetection].
@NullMarked
package org.marquee.format;

import org.jspecify.annotations.NullMarked;
