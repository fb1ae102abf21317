/// What is in `deploy`, read as strictly as those read it who run it.
@NullMarked
package org.marquee.dist;

import org.jspecify.annotations.NullMarked;
