package org.marquee.client;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a client asks, as whom, and how much it keeps, checked.
///
/// @param userAgent names the program that uses this client; null if it has no name
record Settings(
    URI baseUrl, String key, @Nullable String userAgent, int cacheBytes, int maxBodyBytes) {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
  private static final Pattern PRODUCTS = Pattern.compile("[\\x21-\\x7e]+( [\\x21-\\x7e]+)*");
  // A shorter one is no secret, but may be a part of any word.
  private static final int SHORTEST_SECRET = 8;

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
    if (userAgent != null && !PRODUCTS.matcher(userAgent).matches()) {
      throw new IllegalArgumentException("userAgent is a text such as listings-site/1.2");
    }
    if (cacheBytes < 0 || maxBodyBytes <= 0) {
      throw new IllegalArgumentException("maxBodyBytes is above 0, cacheBytes not below");
    }
  }

  /// A text without the key, for messages.
  String withoutKey(String text) {
    return key.length() < SHORTEST_SECRET ? text : text.replace(key, "(key)");
  }

  @Override
  public String toString() {
    return "Settings[" + baseUrl + "]";
  }
}
