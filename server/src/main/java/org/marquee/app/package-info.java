/// The command line, and the wiring of everything.
@NullMarked
package org.marquee.app;

import org.jspecify.annotations.NullMarked;
