/// Work in the background that goes on after a failure. Start reading at [Round]; [RoundThread]
/// repeats one, [TaskFailure] ends a task that failed, alone, and [Stripes] keeps threads out of
/// each other's way.
@NullMarked
package org.marquee.background;

import org.jspecify.annotations.NullMarked;
