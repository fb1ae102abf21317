/// What staged showtimes refer to: records that are stored, screens, or what they have to wait for.
///
/// Writes no showtime. Start reading at [HeldBack].
@NullMarked
package org.marquee.store.reconcile.refer;

import org.jspecify.annotations.NullMarked;
