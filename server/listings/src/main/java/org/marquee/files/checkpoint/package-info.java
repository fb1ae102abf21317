/// The files of a node's checkpoint: numbers, texts and memory in frames with checksums, replaced
/// as a whole.
///
/// Owns the format of the frames, and how a file is written and checked, and tells whether it is of
/// this database. Each class whose state is in one writes and reads itself. Start reading at
/// [CheckpointFile].
@NullMarked
package org.marquee.files.checkpoint;

import org.jspecify.annotations.NullMarked;
