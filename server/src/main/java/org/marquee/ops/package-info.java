/// What an operator asks: health, metrics, information.
@NullMarked
package org.marquee.ops;

import org.jspecify.annotations.NullMarked;
