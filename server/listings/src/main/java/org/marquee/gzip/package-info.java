/// Writes gzip (RFC 1951 and 1952) for texts that are known to look like our pages, at a fraction
/// of the time that a general compressor takes.
///
/// Never knows what a page means. Start reading at [GzipEncoder]; [HuffmanCode] holds the codes.
@NullMarked
package org.marquee.gzip;

import org.jspecify.annotations.NullMarked;
