/// Downloads files over HTTP: with limits, deadlines and retries, one request to a server at a
/// time, and guarded against redirects into private networks.
///
/// Never knows what a feed is. Start reading at [Fetcher]; [RedirectRule] is the guard.
@NullMarked
package org.marquee.fetch;

import org.jspecify.annotations.NullMarked;
