/// The terminal: progress, questions, signals, and the failures that a person reads there.
///
/// Writes to standard error only, so that results on standard output stay clean. Start reading at
/// [Terminal] and [Progress]; [Failure] and [WrongUsage] carry the message of a command that cannot
/// go on.
@NullMarked
package org.marquee.app.terminal;

import org.jspecify.annotations.NullMarked;
