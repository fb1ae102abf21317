package org.marquee.feed.mapped;

import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// URLs as feeds write them.
final class MappedAddresses {
  private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

  private MappedAddresses() {}

  /// `text` with what it leaves out: the scheme after which `//` stands, or all that `base` has and
  /// a relative one has not (RFC 3986, 5.2). What cannot be resolved stays as it is, for the limits
  /// to tell.
  static String absolute(String text, @Nullable String base) {
    if (text.startsWith("//")) {
      return (base != null && base.startsWith("http:") ? "http:" : "https:") + text;
    }
    if (base == null || ABSOLUTE.matcher(text).matches()) {
      return text;
    }
    try {
      String folder = base.endsWith("/") ? base : base + "/";
      return URI.create(folder).resolve(text).toString();
    } catch (IllegalArgumentException _) {
      return text;
    }
  }
}
