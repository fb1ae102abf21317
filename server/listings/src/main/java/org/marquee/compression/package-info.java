/// Compresses the bodies of answers to gzip (RFC 1951 and 1952): texts that look like our pages at
/// a fraction of the time that a general compressor takes.
///
/// Never knows what a page means. Start reading at [Gzip]; [GzipEncoder] writes pages, and
/// [HuffmanCode] holds the codes.
@NullMarked
package org.marquee.compression;

import org.jspecify.annotations.NullMarked;
