/// How long the steps of an import take.
///
/// Owns the lines of the log that say it; never knows what a step does. Start reading at [Steps].
@NullMarked
package org.marquee.stopwatch;

import org.jspecify.annotations.NullMarked;
