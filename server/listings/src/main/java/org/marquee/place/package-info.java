/// Towns and villages of the world: which one a position is in, and which ones have a name.
///
/// It knows no cinema. Start with [PlaceTable].
@NullMarked
package org.marquee.place;

import org.jspecify.annotations.NullMarked;
