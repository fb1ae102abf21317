package org.marquee.http.tls;

import java.nio.file.Path;

/// Where a server finds its certificate and key, in PEM. They are read again when they change.
///
/// @param certificate the server's own certificate, then those between it and the root
/// @param key its private key in PKCS#8, not encrypted
public record TlsFiles(Path certificate, Path key) {}
