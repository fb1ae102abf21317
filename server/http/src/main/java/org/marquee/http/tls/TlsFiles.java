package org.marquee.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.marquee.http.tls.ValidityWarning.Validity;

/// Where a server finds its certificate and key, in PEM. They are read again when they change.
///
/// @param certificate the server's own certificate, then those between it and the root
/// @param key its private key in PKCS#8, not encrypted
public record TlsFiles(Path certificate, Path key) {
  /// What can be seen of a certificate that belongs to its key.
  ///
  /// @param warning why clients refuse it, or will soon
  /// @param isRefused whether they do already
  public record Look(Instant until, Optional<String> warning, boolean isRefused) {}

  /// Looks at the files as a server that starts does.
  ///
  /// @throws IOException if a server could not start with them; the message says why
  public Look look(Instant now) throws IOException {
    TlsIdentity identity = TlsIdentity.of(TlsIdentity.Content.read(this));
    Validity validity = Validity.of(identity.chain().getFirst());
    return new Look(
        validity.until(),
        ValidityWarning.warning(validity, now),
        now.isBefore(validity.from()) || now.isAfter(validity.until()));
  }
}
