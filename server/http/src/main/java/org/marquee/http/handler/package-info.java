/// Handlers for every room that serves: routes by method and path, files, and bytes that stay the
/// same.
///
/// Uses only what `http` offers to all handlers. Start reading at [Router].
@NullMarked
package org.marquee.http.handler;

import org.jspecify.annotations.NullMarked;
