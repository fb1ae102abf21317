package org.marquee.feed.icalendar;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A component of a calendar, an event or a time zone, as it stands in its file.
final class Component {
  /// In upper case: `VEVENT`.
  final String name;

  final String file;

  /// Where it begins in its file.
  final long line;

  private final List<ContentLine> lines = new ArrayList<>(12);
  private final List<Component> parts = new ArrayList<>(0);
  private @Nullable String fault;
  private @Nullable String stray;

  Component(String name, String file, long line) {
    this.name = name;
    this.file = file;
    this.line = line;
  }

  void add(ContentLine property) {
    lines.add(property);
  }

  void add(Component part) {
    parts.add(part);
  }

  List<Component> parts() {
    return parts;
  }

  void spoilt(String why) {
    fault = fault == null ? why : fault;
  }

  /// Notes a line that is no property and does not look like one that matters: most often the rest
  /// of a description, broken without being folded.
  void strays(long line, String text) {
    stray = stray == null ? "line " + line + " is not a property: " + text : stray;
  }

  @Nullable String stray() {
    return stray;
  }

  @Nullable String fault() {
    return fault;
  }

  @Nullable ContentLine find(String property) {
    return all(property).stream().findFirst().orElse(null);
  }

  List<ContentLine> all(String property) {
    return lines.stream().filter(line -> line.name().equals(property)).toList();
  }

  @Nullable String text(String property) {
    ContentLine line = find(property);
    String text = line == null ? "" : line.text();
    return text.isEmpty() ? null : text;
  }
}
