package org.marquee.app.service;

import org.marquee.http.message.Cors;
import picocli.CommandLine.Option;

/// Which web pages may read the answers of the interface in a browser.
public final class CorsOption {
  @Option(
      names = "--cors-origins",
      defaultValue = "*",
      description = "Whose web pages may read answers: *, none, or origins separated by commas.")
  private Cors origins = Cors.ANY;

  Cors origins() {
    return origins;
  }
}
