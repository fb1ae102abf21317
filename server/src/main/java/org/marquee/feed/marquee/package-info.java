/// The native feed.
@NullMarked
package org.marquee.feed.marquee;

import org.jspecify.annotations.NullMarked;
