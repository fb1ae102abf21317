/// The interface of the specification over HTTP.
@NullMarked
package org.marquee.v1;

import org.jspecify.annotations.NullMarked;
