/// A client for the cinema listings of a Marquee service. Start reading at [MarqueeClient].
///
/// This package owns how the interface is asked: paging, retries, conditional requests, following
/// the changes. It never decides what a listing means, and it keeps no copy beyond a small cache of
/// answers.
@NullMarked
package org.marquee.client;

import org.jspecify.annotations.NullMarked;
