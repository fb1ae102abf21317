/// The server adapter: sockets, HTTP messages, limits, request ids, compression, error bodies.
///
/// The user of the HTTP library (downloads use only its codec), and it knows nothing else of ours:
/// it hands a [Request] to a [Handler] and writes the [Response]; who may ask for what is not its
/// business. Start reading at [HttpServer] and [Router]; [Connection] is the life of a connection,
/// [Turn] that of a request on it, [HeadScan] and [MessageSyntax] say what is refused, [Answer] and
/// [AnswerStream] what goes out, [OpenConnections] which connection is closed when there are too
/// many.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
