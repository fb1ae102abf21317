/// Files that a node writes for its next start: numbers, texts and memory in frames with checksums,
/// replaced as a whole.
///
/// Owns the format of the frames, and how a file is written and checked. Never knows what the files
/// hold; each class that is part of one writes and reads itself. Start reading at [CheckpointFile].
@NullMarked
package org.marquee.checkpoint;

import org.jspecify.annotations.NullMarked;
