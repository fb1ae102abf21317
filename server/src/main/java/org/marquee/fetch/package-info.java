/// Downloads files over HTTP for people who do not control the server: bounded, with deadlines and
/// retries, and guarded against redirects into private networks.
///
/// Never knows what a feed is. Start reading at [Fetcher]; [RedirectRule] is the guard.
@NullMarked
package org.marquee.fetch;

import org.jspecify.annotations.NullMarked;
