/// Files in frames with checksums: numbers, texts and memory, replaced as a whole. A node's
/// checkpoint consists of such files.
///
/// Owns the format of the frames, and how a file is written and checked. Never knows what the files
/// hold; each class that is part of one writes and reads itself. Start reading at [CheckpointFile].
@NullMarked
package org.marquee.files.frames;

import org.jspecify.annotations.NullMarked;
