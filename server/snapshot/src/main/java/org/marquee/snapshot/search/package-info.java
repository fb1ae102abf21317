/// One state of what is published, and the answers to questions about it.
///
/// Owns what a snapshot consists of and how a page is found and printed. Never changes; what makes
/// the next one is outside. Start reading at [Snapshot], then [ShowtimeSearch] and [ProgrammePage].
@NullMarked
package org.marquee.snapshot.search;

import org.jspecify.annotations.NullMarked;
