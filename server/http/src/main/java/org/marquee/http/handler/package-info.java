/// What answers requests: the port [Handler], routes by method and path, files, bytes that stay the
/// same, and events.
///
/// Knows no connection. Start reading at [Handler] and [Router].
@NullMarked
package org.marquee.http.handler;

import org.jspecify.annotations.NullMarked;
