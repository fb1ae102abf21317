/// A node's checkpoint: what it keeps in its home to answer after its next start before the
/// database does, the snapshot and the keys (docs/decisions/0152).
///
/// The frames of the files are in `files.checkpoint`. Never asks the database. Start reading at
/// [Checkpoint]; [CheckpointWriter] writes it.
@NullMarked
package org.marquee.node.checkpoint;

import org.jspecify.annotations.NullMarked;
