/// The server: a port, its settings, and how it stops.
///
/// Hands each request to a `handler.Handler`, and knows no cinema. Start reading at [HttpServer].
/// The rooms below, each of which sees only those before it: `admission` decides which connection
/// closes when there are too many, `tls` has the certificate, `message` what is said, `body` what
/// comes and goes in parts, `handler` what answers, `connection` the life of a connection.
@NullMarked
package org.marquee.http;

import org.jspecify.annotations.NullMarked;
