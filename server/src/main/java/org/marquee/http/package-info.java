/// The server adapter: sockets, HTTP messages, limits, request ids, compression, error bodies.
///
/// The only user of the HTTP library, and it knows nothing else of ours: it hands a [Request] to a
/// [Handler] and writes the [Response]. Start reading at [HttpServer].
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
