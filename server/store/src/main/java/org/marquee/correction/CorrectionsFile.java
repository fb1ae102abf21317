package org.marquee.correction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.Correction.What;
import org.marquee.json.JsonTree;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.Yaml.InvalidYaml;

/// The file of corrections: a list in YAML, each with a note (docs/corrections.md, "A file of
/// corrections").
public final class CorrectionsFile {
  private static final String SET = "set";
  private static final String TOP = "corrections";
  private static final List<String> KINDS =
      List.of(SET, Correction.HIDE, Correction.NOT_A_FILM, Correction.MERGE, Correction.SPLIT);

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
      Map<String, Yaml> top = Yaml.of(text).withoutAnchors().members();
      Yaml list = top.get(TOP);
      if (list == null || top.size() > 1) {
        throw new InvalidYaml("the file has one member, " + TOP + ", with a list");
      }
      list.list().forEach(file::readItem);
    } catch (InvalidYaml e) {
      file.fault(e);
    }
    if (!file.faults.isEmpty()) {
      throw new CorrectionRefused(file.faults);
    }
    return file.corrections;
  }

  private void fault(InvalidYaml fault) {
    faults.add("line " + fault.line() + ": " + fault.what());
  }

  private void readItem(Yaml item) {
    try {
      Map<String, Yaml> members = item.members();
      List<String> kinds = KINDS.stream().filter(members::containsKey).toList();
      if (kinds.size() != 1) {
        throw item.fault("each correction has one of " + String.join(", ", KINDS));
      }
      Yaml note = members.remove("note");
      if (note == null) {
        throw item.fault("\"note\" is missing here: say why");
      }
      String kind = kinds.getFirst();
      Yaml about = members.remove(kind);
      if (about == null) {
        return;
      }
      if (kind.equals(SET)) {
        readFields(about, members, note);
      } else {
        for (Map.Entry<String, Yaml> other : members.entrySet()) {
          faults.add(
              "line %d: \"%s\" is not known here; a %s has a note and nothing else"
                  .formatted(other.getValue().line(), other.getKey(), kind));
        }
        List<String> ids = about.texts();
        add(about, ids.getFirst(), what(kind, about, ids.subList(1, ids.size())), note);
      }
    } catch (InvalidYaml e) {
      fault(e);
    }
  }

  private void readFields(Yaml about, Map<String, Yaml> fields, Yaml note) throws InvalidYaml {
    if (fields.isEmpty()) {
      throw about.fault("no field to set stands here");
    }
    String id = about.text();
    for (Map.Entry<String, Yaml> field : fields.entrySet()) {
      Yaml value = field.getValue();
      try {
        String text = value.isList() ? String.join(", ", value.texts()) : value.textOrEmpty();
        add(value, id, Correction.field(id, field.getKey(), text), note);
      } catch (CorrectionRefused e) {
        fault(value.fault(String.valueOf(e.getMessage())));
      }
    }
  }

  private static What what(String kind, Yaml about, List<String> others) throws InvalidYaml {
    int most = kind.equals(Correction.MERGE) ? 1 : kind.equals(Correction.SPLIT) ? 100 : 0;
    int least = Math.min(1, most);
    if (others.size() < least || others.size() > most) {
      throw about.fault(most == 0 ? "one id is needed" : "a list of ids is needed: [one, other]");
    }
    return switch (kind) {
      case Correction.MERGE -> new What.Same(others.getFirst());
      case Correction.SPLIT -> new What.Differs(others);
      case Correction.NOT_A_FILM -> new What.NotAFilm();
      default -> new What.Hidden();
    };
  }

  private void add(Yaml place, String id, What what, Yaml note) throws InvalidYaml {
    try {
      Correction correction = Correction.of(id, what, note.text());
      Integer other = lines.putIfAbsent(correction.key(), place.line());
      if (other != null) {
        throw place.fault(
            "%s of %s is corrected on line %d already".formatted(what.word(), id, other));
      }
      corrections.add(new Wanted(place.line(), correction));
    } catch (CorrectionRefused e) {
      fault(place.fault(String.valueOf(e.getMessage())));
    }
  }

  /// What fields of one record have in common, to be written together.
  private record Together(String record, String note) {}

  /// The text of a file with these corrections.
  ///
  /// @param names what records are called, by their ids: comments
  public static String write(List<Correction> corrections, Map<String, String> names) {
    StringBuilder text = new StringBuilder(TOP + ":");
    Map<Together, List<Correction>> sets = new LinkedHashMap<>();
    List<Correction> others = new ArrayList<>();
    for (Correction each : corrections) {
      if (each.what() instanceof What.Is) {
        sets.computeIfAbsent(new Together(each.record(), each.note()), _ -> new ArrayList<>())
            .add(each);
      } else {
        others.add(each);
      }
    }
    if (corrections.isEmpty()) {
      return text.append(" []\n").toString();
    }
    text.append('\n');
    sets.forEach((together, fields) -> {
      begin(text, SET, List.of(together.record()), names);
      for (Correction field : fields) {
        member(text, field.what().word(), field.what().value());
      }
      member(text, "note", together.note());
    });
    for (Correction each : others) {
      List<String> ids = new ArrayList<>(List.of(each.record()));
      ids.addAll(each.what().others());
      begin(text, each.what().word(), ids, names);
      member(text, "note", each.note());
    }
    return text.toString();
  }

  private static void begin(
      StringBuilder text, String kind, List<String> ids, Map<String, String> names) {
    String name = names.get(ids.getFirst());
    text.append("  - ").append(kind).append(": ");
    text.append(ids.size() == 1 ? ids.getFirst() : "[" + String.join(", ", ids) + "]");
    text.append(name == null ? "" : " # " + name).append('\n');
  }

  /// A text of JSON is one of YAML.
  private static void member(StringBuilder text, String name, @Nullable String value) {
    text.append("    ").append(name).append(": ");
    text.append(JsonTree.text(value == null ? "" : value)).append('\n');
  }
}
