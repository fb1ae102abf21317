/// The server adapter: sockets, HTTP messages, limits, request ids, compression, error bodies.
///
/// The user of the HTTP library (downloads use only its codec), and it knows nothing else of ours:
/// it hands a [Request] to a [Handler] and writes the [Response]; who may ask for what is not its
/// business. Start reading at [HttpServer]; [Connection] is the life of a connection, [HeadScan]
/// and [MessageSyntax] say what is refused, [Answer] what goes out, [OpenConnections] who goes when
/// there are too many.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
