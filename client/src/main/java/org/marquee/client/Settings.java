package org.marquee.client;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The base URL, the key and the limits of one client, checked.
record Settings(
    URI baseUrl,
    String key,
    Duration timeout,
    int retries,
    int cacheBytes,
    int maxBodyBytes,
    @Nullable SSLContext tls) {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");

  Settings {
    String scheme = baseUrl.getScheme();
    if (scheme == null
        || baseUrl.getHost() == null
        || !SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "the base URL begins with http:// or https:// and has a host");
    }
    if (baseUrl.getRawUserInfo() != null
        || baseUrl.getRawQuery() != null
        || baseUrl.getRawFragment() != null) {
      throw new IllegalArgumentException("the base URL has no user, query or fragment");
    }
    baseUrl = URI.create(baseUrl.toString().replaceAll("/+$", ""));
    if (baseUrl.getRawPath().endsWith("/v1")) {
      throw new IllegalArgumentException("the base URL does not include /v1");
    }
    if (!VISIBLE.matcher(key).matches()) {
      throw new IllegalArgumentException("the key has characters that no key has");
    }
    if (!timeout.isPositive() || retries < 0 || cacheBytes < 0 || maxBodyBytes <= 0) {
      throw new IllegalArgumentException(
          "timeout and maxBodyBytes are above 0, retries and cacheBytes not below");
    }
  }

  /// A text without the key, for messages.
  String withoutKey(String text) {
    return text.replace(key, "(key)");
  }

  @Override
  public String toString() {
    return "Settings[" + baseUrl + "]";
  }
}
