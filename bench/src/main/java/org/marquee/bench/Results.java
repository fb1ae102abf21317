package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The file of a machine's results: a section for each part, each as it was last measured.
final class Results {
  private static final String HEADING = "## ";

  private final Path file;

  Results(Path file) {
    this.file = file;
  }

  /// Puts `text` in the place of what was there of `part`.
  void put(String part, String text) throws IOException {
    Map<String, String> sections = read();
    sections.put(part, text.strip() + "\n");
    StringBuilder all = new StringBuilder();
    sections.forEach((name, body) ->
        all.append(all.isEmpty() ? "" : "\n")
            .append(HEADING)
            .append(name)
            .append('\n')
            .append(body));
    Files.createDirectories(file.getParent());
    Files.writeString(file, all);
  }

  private Map<String, String> read() throws IOException {
    Map<String, String> sections = new LinkedHashMap<>();
    if (Files.exists(file)) {
      for (String section : Files.readString(file).split("(?m)^" + HEADING, -1)) {
        int end = section.indexOf('\n');
        if (end > 0) {
          sections.put(section.substring(0, end), section.substring(end + 1).strip() + "\n");
        }
      }
    }
    return sections;
  }
}
