package org.marquee.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Fault.Violation;

/// What a request asks for (RFC 9112, 3.2): a path and a query, or a fault.
sealed interface Target {
  /// More are not told: eight kilobytes of faults would be answered with hundreds.
  int MOST_VIOLATIONS = 100;

  /// A target understood; see [Request] for both parts.
  record Read(List<String> path, List<Parameter> query) implements Target {}

  /// A target that cannot be used.
  record Refused(Fault fault) implements Target {}

  /// The target `text` of a request with `method`; `text` is visible ASCII.
  static Target of(String method, String text) {
    if (text.indexOf('#') >= 0) {
      return refused("the target holds a fragment");
    }
    if (text.startsWith("/")) {
      return read(text, 0);
    }
    if (method.equals("CONNECT") || (method.equals("OPTIONS") && text.equals("*"))) {
      return whole(text);
    }
    int start = authorityStart(text);
    if (start < 0) {
      return refused("the target is neither a path nor an http address");
    }
    int end = authorityEnd(text, start);
    return Authority.isValid(text.substring(start, end))
        ? read(text, end)
        : refused("the authority of the target is not a host and a port");
  }

  private static Target refused(String message) {
    return new Refused(Fault.malformed("target", message));
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
        ? new Refused(Fault.undecodable(violations))
        : new Read(List.of(segment), List.of());
  }

  private static Target read(String text, int from) {
    List<Violation> violations = new ArrayList<>(0);
    int mark = text.indexOf('?', from);
    List<String> path = path(text.substring(from, mark < 0 ? text.length() : mark), violations);
    List<Parameter> query = mark < 0 ? List.of() : query(text.substring(mark + 1), violations);
    return violations.isEmpty()
        ? new Read(path, query)
        : new Refused(Fault.undecodable(violations));
  }

  /// Split first, decoded then: an escaped slash belongs to its segment.
  private static List<String> path(String text, List<Violation> violations) {
    List<String> segments = new ArrayList<>(4);
    for (String raw : pieces(text.startsWith("/") ? text.substring(1) : text, '/')) {
      String segment = decode(raw, "path", violations);
      if (segment != null) {
        segments.add(segment);
      }
    }
    return List.copyOf(segments);
  }

  private static List<Parameter> query(String text, List<Violation> violations) {
    List<Parameter> parameters = new ArrayList<>(4);
    for (String pair : pieces(text, '&')) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String rawName = equals < 0 ? pair : pair.substring(0, equals);
        String raw = equals < 0 ? "" : pair.substring(equals + 1);
        String name = decode(rawName.replace('+', ' '), "query", violations);
        if (name != null && decode(raw, name, violations) != null) {
          parameters.add(new Parameter(name, raw));
        }
      }
    }
    return List.copyOf(parameters);
  }

  private static List<String> pieces(String text, char separator) {
    List<String> pieces = new ArrayList<>(4);
    int from = 0;
    for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
      pieces.add(text.substring(from, to));
      from = to + 1;
    }
    pieces.add(text.substring(from));
    return pieces;
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
