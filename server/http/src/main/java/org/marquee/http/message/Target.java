package org.marquee.http.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Fault.Violation;

/// What a request asks for (RFC 9112, 3.2): a path and a query, or a fault.
public sealed interface Target {
  /// More are not reported: eight kilobytes of faults would be answered with hundreds.
  int MOST_VIOLATIONS = 100;

  /// A target that was read; see [Request] for path and query.
  ///
  /// @param authority the host and port of an absolute target; empty where it is only a path
  record Read(String authority, List<String> path, List<Parameter> query) implements Target {}

  /// A target that cannot be used.
  record UnusableTarget(Fault fault) implements Target {}

  /// The target `text` of a request with `method`; `text` is visible ASCII.
  static Target of(String method, String text) {
    if (text.indexOf('#') >= 0) {
      return refused("the target holds a fragment");
    }
    if (text.startsWith("/")) {
      return read("", text);
    }
    if (method.equals("CONNECT") || (method.equals("OPTIONS") && text.equals("*"))) {
      return whole(text);
    }
    int start = authorityStart(text);
    if (start < 0) {
      return refused("the target is neither a path nor an http address");
    }
    int end = authorityEnd(text, start);
    String authority = text.substring(start, end);
    return Authority.isValid(authority)
        ? read(authority, text.substring(end))
        : refused("the authority of the target is not a host and a port");
  }

  private static Target refused(String message) {
    return new UnusableTarget(Fault.malformed("target", message));
  }

  private static int authorityStart(String text) {
    for (String scheme : List.of("http://", "https://")) {
      if (text.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return scheme.length();
      }
    }
    return -1;
  }

  private static int authorityEnd(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) != '/' && text.charAt(at) != '?') {
      at++;
    }
    return at;
  }

  private static Target whole(String text) {
    List<Violation> violations = new ArrayList<>(0);
    String segment = decode(text, "target", violations);
    return segment == null
        ? new UnusableTarget(Fault.undecodable(violations))
        : new Read("", List.of(segment), List.of());
  }

  private static Target read(String authority, String text) {
    List<Violation> violations = new ArrayList<>(0);
    int end = stop(text, '?', 0, text.length());
    List<String> path = path(text.substring(0, end), violations);
    List<Parameter> query = query(text, end + 1, violations);
    return violations.isEmpty()
        ? new Read(authority, path, query)
        : new UnusableTarget(Fault.undecodable(violations));
  }

  /// Split first, decoded then: an escaped slash belongs to its segment.
  private static List<String> path(String text, List<Violation> violations) {
    List<String> segments = new ArrayList<>(4);
    int start = text.startsWith("/") ? 1 : 0;
    while (start <= text.length()) {
      int stop = stop(text, '/', start, text.length());
      String segment = decode(text.substring(start, stop), "path", violations);
      if (segment != null) {
        segments.add(segment);
      }
      start = stop + 1;
    }
    return List.copyOf(segments);
  }

  private static List<Parameter> query(String text, int from, List<Violation> violations) {
    List<Parameter> parameters = new ArrayList<>(4);
    int start = from;
    while (start < text.length()) {
      int stop = stop(text, '&', start, text.length());
      if (stop > start) {
        int equals = stop(text, '=', start, stop);
        String raw = equals == stop ? "" : text.substring(equals + 1, stop);
        String name = decode(text.substring(start, equals).replace('+', ' '), "query", violations);
        if (name != null && decode(raw, name, violations) != null) {
          parameters.add(new Parameter(name, raw));
        }
      }
      start = stop + 1;
    }
    return List.copyOf(parameters);
  }

  /// Where the next `separator` is, at most `end`.
  private static int stop(String text, char separator, int from, int end) {
    int at = text.indexOf(separator, from, end);
    return at < 0 ? end : at;
  }

  private static @Nullable String decode(String raw, String part, List<Violation> violations) {
    try {
      return PercentCoding.decode(raw);
    } catch (IllegalArgumentException e) {
      if (violations.size() < MOST_VIOLATIONS) {
        violations.add(new Violation(part, "holds " + e.getMessage()));
      }
      return null;
    }
  }
}
