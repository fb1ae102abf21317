package org.marquee.client;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The query of a request, immutable.
record Parameters(Map<String, String> values) {
  static final Parameters NONE = new Parameters(Map.of());
  private static final Pattern DETAILED =
      Pattern.compile("/v1/(showtimes|programme|changes|(films|cinemas)(/.*)?)");

  Parameters {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /// With one more, or with another value. Null leaves it out.
  Parameters with(String name, @Nullable String value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Parameters(more);
  }

  Parameters with(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is not a number: " + value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    String text = exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    return with(name, text);
  }

  /// With details, where it is wanted and the records of the path may have some.
  Parameters detailed(boolean wanted, String path) {
    return wanted && DETAILED.matcher(path).matches() ? with("include", "details") : this;
  }

  Parameters withAll(String name, Collection<String> ids) {
    return ids.isEmpty() ? this : with(name, String.join(",", ids));
  }

  /// A path and this query.
  String behind(String path) {
    return values.isEmpty()
        ? path
        : values.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&", path + "?", ""));
  }

  /// The path of one record.
  static String path(String folder, String id) {
    if (id.isEmpty() || id.equals(".") || id.equals("..")) {
      throw new IllegalArgumentException("not an id: \"" + id + "\"");
    }
    return folder + encoded(id).replace("+", "%20");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
