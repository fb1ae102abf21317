/// Work in the background that goes on after a failure. Start reading at [Round]; [RoundThread]
/// repeats one, and [TaskFailure] ends a task that failed, alone.
@NullMarked
package org.marquee.background;

import org.jspecify.annotations.NullMarked;
