/// Commands with which people correct what is published: values, and films and cinemas that are one
/// or two.
///
/// Never reads a feed; what a correction does is said by `correction` and `matching`. Start reading
/// at [CorrectCommand]; [MatchCommands] shows what may be one.
@NullMarked
package org.marquee.app.editing;

import org.jspecify.annotations.NullMarked;
