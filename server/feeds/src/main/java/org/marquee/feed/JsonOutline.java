package org.marquee.feed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/// The paths of the members in the beginning of a JSON text.
final class JsonOutline {
  /// Objects whose names are data, such as ids, must not fill the set.
  private static final int MOST = 4096;

  private JsonOutline() {}

  static Set<String> of(String text) {
    String start = text.stripLeading();
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return Set.of();
    }
    Set<String> seen = new LinkedHashSet<>();
    try (JsonParser parser = JsonValues.JSON.createParser(ObjectReadContext.empty(), start)) {
      walk(parser, seen);
    } catch (JacksonException _) {
      // The text was cut, or is not JSON after all: what was seen stands.
    }
    return seen;
  }

  private static void walk(JsonParser parser, Set<String> seen) {
    Deque<String> outer = new ArrayDeque<>();
    String path = "";
    seen.add("$");
    do {
      switch (parser.nextToken()) {
        case PROPERTY_NAME -> {
          String holder = outer.element();
          path = holder.isEmpty() ? parser.currentName() : holder + "." + parser.currentName();
          seen.add(path);
        }
        case START_OBJECT -> outer.push(path);
        case START_ARRAY -> {
          outer.push(path);
          path += "[]";
          seen.add(path);
        }
        case END_OBJECT, END_ARRAY -> {
          path = outer.pop();
          // The next item of a list has the list's own path.
          if (parser.streamReadContext().inArray()) {
            path = outer.element() + "[]";
          }
        }
        case null -> {
          return;
        }
        default -> {}
      }
    } while (!outer.isEmpty() && seen.size() < MOST);
  }
}
