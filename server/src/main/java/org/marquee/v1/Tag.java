package org.marquee.v1;

import java.util.HexFormat;
import java.util.List;
import org.marquee.listing.Revision;

/// The weak entity tag of an answer: the state of the data, the question, the program (contract,
/// "Headers"; RFC 9110, 8.8.3). Equal tags mean equal answers, so no body is ever hashed.
record Tag(String value) {
  private static final HexFormat HEX = HexFormat.of();

  static Tag of(Revision revision, Question question, String version) {
    // Revisions may share a number, but not the mark.
    return new Tag(
        "W/\""
            + HEX.toHexDigits(revision.mark().getMostSignificantBits())
            + '-'
            + Long.toHexString(revision.number())
            + '-'
            + HEX.toHexDigits(question.digest())
            + '-'
            + version
            + '"');
  }

  /// Whether one of the tags in `If-None-Match` is this one, by weak comparison (RFC 9110, 13.1.2).
  boolean matches(List<String> ifNoneMatch) {
    for (String field : ifNoneMatch) {
      for (String each : field.split(",", -1)) {
        String tag = each.strip();
        if (tag.equals(value) || tag.equals(value.substring(2))) {
          return true;
        }
      }
    }
    return false;
  }

  /// `*` stands for any answer there is.
  static boolean isAny(List<String> ifNoneMatch) {
    return ifNoneMatch.size() == 1 && ifNoneMatch.getFirst().strip().equals("*");
  }
}
