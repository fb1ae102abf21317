/// Files and folders of this program: made for their owner only, put on the disk, deleted whole.
/// Knows nothing of what is in them.
@NullMarked
package org.marquee.files;

import org.jspecify.annotations.NullMarked;
