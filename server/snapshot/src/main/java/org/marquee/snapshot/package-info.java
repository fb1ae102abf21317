/// What is published, in memory: the port [org.marquee.page.MemoryPages] answered from a snapshot
/// that is replaced as a whole.
///
/// Owns when a snapshot is made, of what, and the file that keeps it; its rooms own the rest. Never
/// knows where it is copied from, which comes through a port of `listing`. Start reading at
/// [SnapshotPages], then [SnapshotBuilder] for how the next snapshot is made of the last one, and
/// [SnapshotRefresher] for when.
@NullMarked
package org.marquee.snapshot;

import org.jspecify.annotations.NullMarked;
