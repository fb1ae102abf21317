/// The invented region that the demo shows.
@NullMarked
package org.marquee.sample;

import org.jspecify.annotations.NullMarked;
