package org.marquee.v1.declaration;

import java.util.List;
import org.marquee.http.message.Weight;

/// The media types that a client accepts (RFC 9110, 12.5.1).
public final class Accept {
  private static final int NOT_NAMED = -1;

  private Accept() {}

  /// The type that the client likes best; of equals the first one offered. Where it accepts none of
  /// them, or names none, that is the first one too: an answer in the usual form is of more use
  /// than a 406 (RFC 9110, 12.4.1).
  ///
  /// @param fields the values of all `Accept` fields
  /// @param offered at least one
  public static MediaType choose(List<String> fields, List<MediaType> offered) {
    MediaType best = offered.getFirst();
    int liked = 0;
    for (MediaType type : offered) {
      int weight = weight(fields, type);
      if (weight > liked) {
        best = type;
        liked = weight;
      }
    }
    return best;
  }

  /// The weight of a type: that of the most specific range that it is in; of equally specific ones
  /// the highest. 0 where it is in none.
  private static int weight(List<String> fields, MediaType type) {
    int exact = NOT_NAMED;
    int family = NOT_NAMED;
    int any = NOT_NAMED;
    String ofType = type.text().substring(0, type.text().indexOf('/') + 1);
    for (String field : fields) {
      for (String each : field.split(",", -1)) {
        String[] parts = each.split(";", -1);
        String range = parts[0].strip();
        if (range.equalsIgnoreCase(type.text())) {
          exact = Math.max(exact, weight(parts));
        } else if (range.equalsIgnoreCase(ofType + "*")) {
          family = Math.max(family, weight(parts));
        } else if (range.equals("*/*")) {
          any = Math.max(any, weight(parts));
        }
      }
    }
    if (exact != NOT_NAMED) {
      return exact;
    }
    return Math.max(0, family == NOT_NAMED ? any : family);
  }

  /// Parameters of the type itself do not count: the types here have none.
  private static int weight(String[] range) {
    for (int at = 1; at < range.length; at++) {
      String parameter = range[at].strip();
      if (parameter.regionMatches(true, 0, "q=", 0, 2)) {
        return Weight.of(parameter);
      }
    }
    return Weight.WHOLE;
  }
}
