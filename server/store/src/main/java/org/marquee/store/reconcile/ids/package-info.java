/// Which id a staged showtime has: colliding ones are made distinct, moved ones keep theirs.
///
/// Writes no showtime. Start reading at [KeyCollisions].
@NullMarked
package org.marquee.store.reconcile.ids;

import org.jspecify.annotations.NullMarked;
