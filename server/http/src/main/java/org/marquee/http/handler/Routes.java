package org.marquee.http.handler;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.BodyLimit;

/// The routes below one point of a path, and those that end there. Written while a [Router] is
/// built, only read after that.
final class Routes {
  private final Map<String, Routes> byName = new HashMap<>();
  private final SequencedMap<String, Route> byMethod = new LinkedHashMap<>();
  private @Nullable Routes placeholder;
  private String template = "";

  /// A method at a path.
  ///
  /// @param body what a request may carry
  record Route(BodyLimit body, Handler handler) {}

  /// Adds a route.
  ///
  /// @param at the template of its path: `/v1/films/{filmId}`
  /// @throws IllegalArgumentException if the template is malformed or taken
  void add(String method, String at, Route route) {
    if (!at.matches("/|(/[^/{}?#%]+|/\\{[a-zA-Z]+})+")) {
      throw new IllegalArgumentException("not the template of a path: " + at);
    }
    Routes end = this;
    for (String segment : at.substring(1).split("/", -1)) {
      end = end.below(segment);
    }
    if (!end.template.isEmpty() && !end.template.equals(at)) {
      throw new IllegalArgumentException(at + " and " + end.template + " are the same paths");
    }
    end.template = at;
    if (end.byMethod.putIfAbsent(method, route) != null) {
      throw new IllegalArgumentException("two routes for " + method + " " + at);
    }
  }

  private Routes below(String segment) {
    if (!segment.startsWith("{")) {
      return byName.computeIfAbsent(segment, _ -> new Routes());
    }
    Routes known = placeholder;
    if (known == null) {
      known = new Routes();
      placeholder = known;
    }
    return known;
  }

  /// The routes that end at `path`; null where there are none. A name comes before a placeholder,
  /// and a placeholder stands for a segment that is not empty.
  ///
  /// @param from the first segment that lies below this point
  @Nullable Routes find(List<String> path, int from) {
    if (from == path.size()) {
      return byMethod.isEmpty() ? null : this;
    }
    String segment = path.get(from);
    Routes named = byName.get(segment);
    Routes found = named == null ? null : named.find(path, from + 1);
    return found != null || placeholder == null || segment.isEmpty()
        ? found
        : placeholder.find(path, from + 1);
  }

  /// The route of a method here; HEAD follows GET.
  @Nullable Route route(String method) {
    return byMethod.get(method.equals("HEAD") ? "GET" : method);
  }

  /// The template of the path of these routes.
  String template() {
    return template;
  }

  /// The value of the field `Allow` (RFC 9110, 10.2.1).
  String allow() {
    StringJoiner methods = new StringJoiner(", ");
    for (String method : byMethod.sequencedKeySet()) {
      methods.add(method.equals("GET") ? "GET, HEAD" : method);
    }
    return methods.add("OPTIONS").toString();
  }
}
