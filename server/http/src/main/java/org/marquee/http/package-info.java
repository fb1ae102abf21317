/// The server adapter: sockets, HTTP messages, limits, deadlines, compression, error bodies.
///
/// Owns every answer that needs no handler: 400 for malformed messages, 408 for slow ones
/// ([Connection]), 413, 414, 431. Hands a [Request] to a [Handler] and writes the [Response]; never
/// knows who may ask for what. Start reading at [HttpServer]; [Connection] is the life of a
/// connection, [Lane] has its exchanges, [Turn] the life of a request, [HeadScan] and
/// [MessageSyntax] refuse messages, [Answer] decides which answers are compressed, [AnswerStream]
/// sends long ones. The rooms below: `handler` has the router and files, `admission` decides which
/// connection closes when there are too many, `tls` has the certificate.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
