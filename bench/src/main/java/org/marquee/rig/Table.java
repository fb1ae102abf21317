package org.marquee.rig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A table in Markdown.
public final class Table {
  private final List<String> lines = new ArrayList<>();

  public Table(String... columns) {
    this(List.of(columns));
  }

  public Table(List<String> columns) {
    row(columns);
    lines.add("|" + String.join("|", Collections.nCopies(columns.size(), "---")) + "|");
  }

  public void row(String... cells) {
    row(List.of(cells));
  }

  public void row(List<String> cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
