/// The server adapter: sockets, HTTP messages, limits, deadlines, compression, error bodies.
///
/// Owns every answer that needs no handler: 400 for malformed messages, 408 for slow ones
/// ([Connection]), 413, 414, 431. Hands a [Request] to a [Handler] and writes the [Response]; never
/// knows who may ask for what. Start reading at [HttpServer]; [HeadScan] and [MessageSyntax] refuse
/// messages, [AnswerEncoder] decides which answers are compressed, [OpenConnections] which
/// connection closes when there are too many.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
