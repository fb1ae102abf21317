package org.marquee.feed.schemaorg;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Web addresses as pages write them.
final class WebAddresses {
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:[^\\s].*");

  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private WebAddresses() {}

  static boolean isAbsolute(String text) {
    return !text.startsWith("_:") && SCHEME.matcher(text).matches();
  }

  /// The address in full, with what a URI cannot hold escaped; as it is where that cannot be done.
  ///
  /// @param base what it may be relative to
  static String full(String text, @Nullable String base) {
    if (LONE_SURROGATE.matcher(text).find()) {
      // `toASCIIString` would fail.
      return text;
    }
    try {
      URI address = new URI(text.strip().replace(" ", "%20"));
      if (!address.isAbsolute() && base != null) {
        address = new URI(base).resolve(address);
      }
      return address.toASCIIString();
    } catch (URISyntaxException _) {
      return text;
    }
  }
}
