/// What is published, in memory: written records by day, found by postings, replaced as a whole.
///
/// Owns the layout, the search and the refreshing of the copy. Never knows where it is copied from,
/// nor how records are written; both come through ports of `listing`. Start reading at [Snapshot],
/// then [Day] and [ProgrammeIndex] for how a page is found, [SnapshotBuilder] for how the next
/// snapshot is made of the last one, and [SnapshotRefresher] for when.
@NullMarked
package org.marquee.snapshot;

import org.jspecify.annotations.NullMarked;
