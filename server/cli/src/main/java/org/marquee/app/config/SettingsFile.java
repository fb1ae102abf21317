package org.marquee.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.yaml.Yaml;

/// The lines of a file of settings: each a name and a value, or a list of values.
///
/// @param faults places that cannot be read
record SettingsFile(Path file, List<Line> lines, List<Fault> faults) {
  /// A name and its value; those of a list are separated by commas.
  record Line(String name, String text, int number) {}

  /// What is wrong in a line; 0: in the file as a whole.
  record Fault(int line, String what) {}

  /// Reads a file. One that cannot be read is a fault.
  static SettingsFile read(Path file) {
    SettingsFile read = new SettingsFile(file, new ArrayList<>(), new ArrayList<>());
    try {
      String text = Files.readString(file);
      if (text.lines().anyMatch(line -> !line.isBlank() && !line.strip().startsWith("#"))) {
        read.add(Yaml.withoutAnchors(text));
      }
    } catch (Yaml.InvalidYaml e) {
      read.faults.add(new Fault(e.line(), e.what()));
    } catch (NoSuchFileException _) {
      read.faults.add(new Fault(0, "there is no such file"));
    } catch (IOException e) {
      read.faults.add(new Fault(0, "cannot be read: " + e));
    }
    return read;
  }

  private void add(Yaml whole) throws Yaml.InvalidYaml {
    Set<String> seen = new HashSet<>();
    for (Map.Entry<Yaml, Yaml> entry : whole.entries()) {
      String name = entry.getKey().text();
      int number = entry.getKey().line();
      if (!seen.add(name)) {
        faults.add(new Fault(number, name + ": stands here twice"));
        continue;
      }
      try {
        lines.add(new Line(name, String.join(",", entry.getValue().texts()), number));
      } catch (Yaml.InvalidYaml e) {
        faults.add(new Fault(e.line(), name + ": " + e.what()));
      }
    }
  }

  /// Where a line is, for messages.
  String place(int line) {
    return line == 0 ? file.toString() : file + ", line " + line;
  }
}
