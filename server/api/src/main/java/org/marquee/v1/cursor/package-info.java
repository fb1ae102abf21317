/// Cursors: places in a list and in the changes, as texts that callers pass back (docs/api.md,
/// "Pages and cursors").
///
/// Callers keep them, so what is written here never changes. Start reading at [Cursor].
@NullMarked
package org.marquee.v1.cursor;

import org.jspecify.annotations.NullMarked;
