package org.marquee.http.handler;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The part of a body that a request asks for (RFC 9110, 14.1.2); empty where the body has none of
/// it.
///
/// @param first byte, from 0
/// @param length in bytes
record ByteRange(long first, long length) {
  private static final Pattern ONE =
      Pattern.compile("bytes=[ \\t]*([0-9]*)-([0-9]*)[ \\t]*", Pattern.CASE_INSENSITIVE);

  /// More digits are more than any file has.
  private static final int MOST_DIGITS = 18;

  /// The range of a request.
  ///
  /// @param fields the values of all its `Range` fields
  /// @param size of the body in bytes
  /// @return null where all of the body is to be sent: no range, several, or what cannot be read
  static @Nullable ByteRange read(List<String> fields, long size) {
    Matcher one = ONE.matcher(fields.size() == 1 ? fields.getFirst() : "");
    if (!one.matches() || (one.group(1).isEmpty() && one.group(2).isEmpty())) {
      return null;
    }
    if (one.group(1).isEmpty()) {
      long length = Math.min(number(one.group(2)), size);
      return new ByteRange(size - length, length);
    }
    long first = number(one.group(1));
    long last = one.group(2).isEmpty() ? Long.MAX_VALUE - 1 : number(one.group(2));
    if (last < first) {
      return null;
    }
    return new ByteRange(first, Math.max(0, Math.min(last + 1, size) - first));
  }

  private static long number(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return significant.length() > MOST_DIGITS ? Long.MAX_VALUE - 1 : Long.parseLong(significant);
  }

  boolean isEmpty() {
    return length == 0;
  }

  /// The value of the field `Content-Range`.
  ///
  /// @param size of the whole body
  String field(long size) {
    return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
  }
}
