/// A serving node: its parts, how they start and stop, and what keeps them up to date.
///
/// `snapshot.SnapshotRefresher` makes the listings of a new import seen, `access.AccessRefresh` a
/// revoked key, and [DatabaseMonitor] a database that is away or back; `node.checkpoint` writes
/// what the next start needs. Each has a thread of its own. Never reads the command line and
/// imports nothing. Start reading at [Service].
@NullMarked
package org.marquee.node;

import org.jspecify.annotations.NullMarked;
