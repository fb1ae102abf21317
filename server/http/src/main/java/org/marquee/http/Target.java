package org.marquee.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Fault.Violation;

/// What a request asks for (RFC 9112, 3.2): a path and a query, or a fault.
sealed interface Target {
  /// More are not reported: eight kilobytes of faults would be answered with hundreds.
  int MOST_VIOLATIONS = 100;

  /// A target that was read; see [Request] for both parts. They are made on the first call, which
  /// kept answers do not need.
  final class Read implements Target {
    private final String text;
    private final int from;

    // Several threads may make them at once, and all make the same.
    private @Nullable List<String> path;
    private @Nullable List<Parameter> query;

    private Read(String text, int from) {
      this.text = text;
      this.from = from;
    }

    /// The host and port of an absolute target; empty where it is only a path.
    String authority() {
      return from == 0 ? "" : text.substring(authorityStart(text), from);
    }

    List<String> path() {
      List<String> known = path;
      if (known == null) {
        known = Target.path(text, from, new ArrayList<>(0));
        path = known;
      }
      return known;
    }

    List<Parameter> query() {
      List<Parameter> known = query;
      if (known == null) {
        known = Target.query(text, from, new ArrayList<>(0));
        query = known;
      }
      return known;
    }
  }

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
    if (segment == null) {
      return new Refused(Fault.undecodable(violations));
    }
    Read read = new Read(text, 0);
    read.path = List.of(segment);
    read.query = List.of();
    return read;
  }

  /// Without escapes nothing can be wrong with the rest of a target.
  private static Target read(String text, int from) {
    Read read = new Read(text, from);
    if (text.indexOf('%', from) < 0) {
      return read;
    }
    List<Violation> violations = new ArrayList<>(0);
    read.path = path(text, from, violations);
    read.query = query(text, from, violations);
    return violations.isEmpty() ? read : new Refused(Fault.undecodable(violations));
  }

  /// Split first, decoded then: an escaped slash belongs to its segment.
  private static List<String> path(String text, int from, List<Violation> violations) {
    int end = pathEnd(text, from);
    List<String> segments = new ArrayList<>(4);
    int start = from < end && text.charAt(from) == '/' ? from + 1 : from;
    while (start <= end) {
      int stop = stop(text, '/', start, end);
      String segment = decode(text.substring(start, stop), "path", violations);
      if (segment != null) {
        segments.add(segment);
      }
      start = stop + 1;
    }
    return List.copyOf(segments);
  }

  private static List<Parameter> query(String text, int from, List<Violation> violations) {
    int start = pathEnd(text, from) + 1;
    if (start >= text.length()) {
      return List.of();
    }
    List<Parameter> parameters = new ArrayList<>(4);
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

  private static int pathEnd(String text, int from) {
    return stop(text, '?', from, text.length());
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
