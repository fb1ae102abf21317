/// What an operator asks of a running service: health, metrics, information, the state of the
/// sources.
///
/// Owns the operations port's pages and the alarms. Never answers callers of the interface. Start
/// reading at [OperationsPort].
@NullMarked
package org.marquee.ops;

import org.jspecify.annotations.NullMarked;
