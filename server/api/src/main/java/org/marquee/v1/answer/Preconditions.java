package org.marquee.v1.answer;

import java.util.List;
import org.marquee.http.Request;

/// The preconditions of a request that is only read (RFC 9110, 13), once it is known that the
/// answer would be a 200.
///
/// There are no modification dates, so `If-Modified-Since` and `If-Unmodified-Since` are ignored,
/// and no ranges, so `If-Range` is (RFC 9110, 13.1.3 to 13.1.5).
///
/// @param ifMatch the values of all fields `If-Match`
/// @param ifNoneMatch the values of all fields `If-None-Match`
record Preconditions(List<String> ifMatch, List<String> ifNoneMatch) {
  /// What to do.
  enum Verdict {
    /// Send the answer: 200.
    ANSWER,
    /// The caller has the answer: 304.
    NOT_MODIFIED,
    /// A condition does not hold: 412.
    FAILED
  }

  static Preconditions of(Request request) {
    return new Preconditions(
        request.headers().all("If-Match"), request.headers().all("If-None-Match"));
  }

  /// What to do where `current` is the tag of the answer, in the order of RFC 9110, 13.2.2.
  Verdict judge(Tag current) {
    if (!ifMatch.isEmpty() && !isAny(ifMatch)) {
      // Tags here are weak, and by strong comparison a weak tag matches none (RFC 9110, 8.8.3.2).
      return Verdict.FAILED;
    }
    return isAny(ifNoneMatch) || listed(current) ? Verdict.NOT_MODIFIED : Verdict.ANSWER;
  }

  /// Whether `If-None-Match` lists the tag, by weak comparison (RFC 9110, 13.1.2).
  private boolean listed(Tag current) {
    for (String field : ifNoneMatch) {
      for (String each : field.split(",", -1)) {
        String tag = each.strip();
        if (tag.equals(current.value()) || tag.equals(current.value().substring(2))) {
          return true;
        }
      }
    }
    return false;
  }

  /// `*` stands for any answer there is.
  private static boolean isAny(List<String> field) {
    return field.size() == 1 && field.getFirst().strip().equals("*");
  }
}
