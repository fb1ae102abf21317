/// TLS: the protocols and ciphers, the certificate and its key, and their renewal while the server
/// runs. Knows no HTTP. Start reading at [TlsContext].
@NullMarked
package org.marquee.http.tls;

import org.jspecify.annotations.NullMarked;
