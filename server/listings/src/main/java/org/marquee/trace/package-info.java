/// Which work is worth a span of OpenTelemetry.
///
/// Owns the one place that spans go to; never decides where they are sent. Start reading at
/// [Tracing].
@NullMarked
package org.marquee.trace;

import org.jspecify.annotations.NullMarked;
