/// The log of the program: where it goes, its format, and how much of it callers can cause. Start
/// reading at [Logs].
@NullMarked
package org.marquee.app.log;

import org.jspecify.annotations.NullMarked;
