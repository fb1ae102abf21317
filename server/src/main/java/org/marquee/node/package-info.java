/// A serving node: its parts, how they start and stop, and what keeps them up to date.
///
/// [AccessRefresh] makes a revoked key or a changed plan seen, [NodeSnapshot] the listings of a new
/// import, and [DatabaseMonitor] a database that is away or back; [CheckpointWriter] writes what
/// the next start needs. Each has a thread of its own. Never reads the command line and imports
/// nothing. Start reading at [Service].
@NullMarked
package org.marquee.node;

import org.jspecify.annotations.NullMarked;
