/// Which connections a server takes, and whose they are: limits for each address, who makes room,
/// the client behind a proxy.
///
/// Knows no messages. Start reading at [OpenConnections]; [Proxies] finds the client of a request.
@NullMarked
package org.marquee.http.admission;

import org.jspecify.annotations.NullMarked;
