/// The server adapter: sockets, HTTP messages, limits, deadlines, compression, error bodies.
///
/// Owns every answer that needs no handler: 400 for malformed messages, 408 for slow ones
/// ([Connection]), 413, 414, 431, and with the [Router] 404, 405 and OPTIONS. Hands a [Request] to
/// a [Handler] and writes the [Response]; never knows who may ask for what. Start reading at
/// [HttpServer] and [Router]; [Connection] and [Http2Session] are the lives of connections, [Lane]
/// what carries an exchange on them, [Turn] the life of a request, [HeadScan] and [MessageSyntax]
/// refuse messages, [AnswerEncoder] decides which answers are compressed, [AnswerStream] sends long
/// ones, [OpenConnections] decides which connection closes when there are too many.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
