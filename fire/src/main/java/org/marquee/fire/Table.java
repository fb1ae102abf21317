package org.marquee.fire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A table in Markdown.
final class Table {
  private final List<String> lines = new ArrayList<>();

  Table(List<String> columns) {
    row(columns);
    lines.add("|" + String.join("|", Collections.nCopies(columns.size(), "---")) + "|");
  }

  void row(List<String> cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
