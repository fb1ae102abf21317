/// Showtimes of Vista's OCAPI, version 1.
///
/// Owns the members of its showtimes, films and sites, and combines the files of several dates.
/// Never makes booking addresses, which the format does not have. Start reading at [OcapiReader];
/// the numbers that attributes are known by are named in [Related].
@NullMarked
package org.marquee.feed.ocapi;

import org.jspecify.annotations.NullMarked;
