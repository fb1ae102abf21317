/// What an import says at its end: when the feeds were taken and for which time they speak, which
/// sources are in trouble, and the counts and contradictions of the report.
///
/// Writes no record. Start reading at [FeedTimes].
@NullMarked
package org.marquee.store.reconcile.publish;

import org.jspecify.annotations.NullMarked;
