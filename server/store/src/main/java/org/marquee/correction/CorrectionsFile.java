package org.marquee.correction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.marquee.correction.Correction.Wanted;
import org.marquee.json.JsonTree;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.Yaml.InvalidYaml;

/// The file of corrections: a list in YAML, each with a note (docs/corrections.md, "A file of
/// corrections").
public final class CorrectionsFile {
  private static final String SET = "set";
  private static final String TOP = "corrections";
  private static final List<String> VERBS =
      Stream.concat(Stream.of(SET), What.verbs().stream().map(What::word)).toList();

  private final List<Wanted> corrections = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  private CorrectionsFile() {}

  /// Reads a file.
  ///
  /// @throws CorrectionRefused if anything in it is wrong, with all faults by line
  public static List<Wanted> read(String text) {
    CorrectionsFile file = new CorrectionsFile();
    try {
      Map<String, Yaml> top = Yaml.withoutAnchors(text).members();
      Yaml list = top.get(TOP);
      if (list == null || top.size() > 1) {
        throw new InvalidYaml("the file has one member, " + TOP + ", with a list");
      }
      list.list().forEach(file::readItem);
    } catch (InvalidYaml e) {
      file.fault(e.line(), e.what());
    }
    if (!file.faults.isEmpty()) {
      throw new CorrectionRefused(file.faults);
    }
    return file.corrections;
  }

  private void fault(int line, String what) {
    faults.add("line " + line + ": " + what);
  }

  private void readItem(Yaml item) {
    try {
      Map<String, Yaml> fields = item.members();
      List<String> verbs = VERBS.stream().filter(fields::containsKey).toList();
      Yaml written = fields.remove("note");
      String rule = "each correction has a note, and one of " + String.join(", ", VERBS);
      if (verbs.size() != 1) {
        throw item.fault(rule);
      }
      if (written == null) {
        fault(item.line(), rule);
      }
      String verb = verbs.getFirst();
      Yaml about = item.part().get(verb);
      fields.remove(verb);
      // Any note, so that its other faults are found as well.
      String note = written == null ? "-" : written.text();
      if (verb.equals(SET)) {
        readFields(about, fields, note);
        return;
      }
      for (Map.Entry<String, Yaml> other : fields.entrySet()) {
        fault(other.getValue().line(), "\"%s\" is not known here".formatted(other.getKey()));
      }
      What what = What.ofVerb(verb);
      List<String> ids = about.texts();
      add(about.line(), () -> Correction.of(what, ids, note));
    } catch (InvalidYaml e) {
      fault(e.line(), e.what());
    }
  }

  private void readFields(Yaml about, Map<String, Yaml> fields, String note) throws InvalidYaml {
    String id = about.text();
    if (fields.isEmpty()) {
      throw about.fault("no field to set stands here");
    }
    for (Map.Entry<String, Yaml> field : fields.entrySet()) {
      Yaml value = field.getValue();
      String text = value.isList() ? String.join(", ", value.texts()) : value.textOrEmpty();
      add(value.line(), () -> Correction.ofField(id, field.getKey(), text, note));
    }
  }

  private void add(int line, Supplier<Correction> making) {
    try {
      Correction made = making.get();
      Integer other = lines.putIfAbsent(made.key(id -> id), line);
      if (other == null) {
        corrections.add(new Wanted(line, made));
      } else {
        fault(line, "this is corrected on line " + other + " already");
      }
    } catch (CorrectionRefused e) {
      fault(line, String.valueOf(e.getMessage()));
    }
  }

  /// The text of a file with these corrections.
  ///
  /// @param names what records are called, by their ids: comments
  public static String write(List<Correction> corrections, Map<String, String> names) {
    StringBuilder text = new StringBuilder(TOP + (corrections.isEmpty() ? ": []\n" : ":\n"));
    for (Correction each : corrections) {
      List<String> ids = new ArrayList<>(List.of(each.record()));
      ids.addAll(each.others());
      String name = names.get(each.record());
      text.append("  - ").append(each.what().isField() ? SET : each.what().word()).append(": ");
      text.append(ids.size() == 1 ? each.record() : "[" + String.join(", ", ids) + "]");
      text.append(name == null ? "\n" : " # " + name + "\n");
      if (each.what().isField()) {
        String value = each.value() == null ? "" : each.value();
        // A text of JSON is one of YAML.
        text.append("    %s: %s\n".formatted(each.what().word(), JsonTree.text(value)));
      }
      text.append("    note: ").append(JsonTree.text(each.note())).append('\n');
    }
    return text.toString();
  }
}
