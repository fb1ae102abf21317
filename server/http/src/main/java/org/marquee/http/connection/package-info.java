/// The life of a connection: its requests one after the other, its deadlines, its end, its TLS
/// handshake.
///
/// Owns every answer that needs no handler: 400 for malformed messages, 408 for slow ones, 413,
/// 414, 431. Never knows who may ask for what, and opens no port. Start reading at [Connection];
/// [Lane] has its exchanges, [Turn] is the life of a request.
@NullMarked
package org.marquee.http.connection;

import org.jspecify.annotations.NullMarked;
