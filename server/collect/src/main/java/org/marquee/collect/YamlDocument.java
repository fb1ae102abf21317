package org.marquee.collect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.NearestName;
import org.marquee.yaml.Yaml;

/// A YAML file while its members are asked for one by one. A fault is kept with its line and key
/// and reported at the [#end]; until then a member with a fault counts as missing or empty.
final class YamlDocument {
  private record Noted(int line, String message) {}

  private final String file;
  private final List<Noted> faults = new ArrayList<>();
  private final Item top;

  private YamlDocument(String file, Yaml whole) {
    this.file = file;
    this.top = new Item("", whole);
  }

  /// @throws FaultyConfig if `text` is not YAML, or empty
  static YamlDocument of(String file, String text) throws FaultyConfig {
    try {
      return new YamlDocument(file, Yaml.of(text));
    } catch (Yaml.InvalidYaml e) {
      throw new FaultyConfig(List.of(file + ", line " + e.line() + ": " + e.what()));
    }
  }

  Item top() {
    return top;
  }

  /// @throws FaultyConfig if there is any fault
  void end() throws FaultyConfig {
    if (!faults.isEmpty()) {
      throw new FaultyConfig(
          faults.stream()
              .sorted(Comparator.comparingInt(Noted::line))
              .map(Noted::message)
              .toList());
    }
  }

  private void fault(int line, String what) {
    faults.add(new Noted(line, file + ", line " + line + ": " + what));
  }

  final class Item {
    private final String path;
    private final int line;
    private final Map<String, Map.Entry<Yaml, Yaml>> members = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    private Item(String path, Yaml value) {
      this.path = path;
      this.line = value.line();
      try {
        for (Map.Entry<Yaml, Yaml> entry : value.entries()) {
          String name = entry.getKey().text();
          if (members.put(name, entry) != null) {
            YamlDocument.this.fault(entry.getKey().line(), key(name) + " stands here twice");
          }
        }
      } catch (Yaml.InvalidYaml e) {
        YamlDocument.this.fault(e.line(), (path.isEmpty() ? "" : path + ": ") + e.what());
      }
    }

    private String key(String name) {
      return path.isEmpty() ? name : path + '.' + name;
    }

    boolean has(String name) {
      known.add(name);
      return members.containsKey(name);
    }

    private @Nullable Yaml value(String name) {
      known.add(name);
      Map.Entry<Yaml, Yaml> member = members.get(name);
      return member == null ? null : member.getValue();
    }

    void fault(String name, String what) {
      Map.Entry<Yaml, Yaml> member = members.get(name);
      YamlDocument.this.fault(
          member == null ? line : member.getKey().line(), key(name) + ' ' + what);
    }

    @Nullable String text(String name) {
      Yaml value = value(name);
      return value == null ? null : text(name, value);
    }

    private @Nullable String text(String name, Yaml value) {
      try {
        return value.text();
      } catch (Yaml.InvalidYaml e) {
        YamlDocument.this.fault(e.line(), key(name) + ": " + e.what());
        return null;
      }
    }

    /// A text of a form; null where it is missing or has another one.
    ///
    /// @param must what the fault says of it
    @Nullable String text(String name, String form, String must) {
      String text = text(name);
      if (text == null || text.matches(form)) {
        return text;
      }
      fault(name, must + ", not \"" + text + '"');
      return null;
    }

    /// Whether a member is there that looks like one of these, which are missing: the fault of its
    /// name is enough.
    boolean isMistyped(String... missing) {
      return members.keySet().stream()
          .anyMatch(
              each -> !known.contains(each) && NearestName.of(each, List.of(missing)).isPresent());
    }

    /// A required text; empty where it is missing.
    String needed(String name) {
      if (!has(name)) {
        if (!isMistyped(name)) {
          fault(name, "is missing");
        }
        return "";
      }
      String text = text(name);
      return text == null ? "" : text;
    }

    boolean isText(String name) {
      Yaml value = value(name);
      return value != null && value.isText();
    }

    List<String> texts(String name) {
      Yaml value = value(name);
      if (value == null) {
        return List.of();
      }
      List<Yaml> elements = value.isList() ? elements(value) : List.of(value);
      if (elements.isEmpty()) {
        fault(name, "is empty");
      }
      List<String> texts = new ArrayList<>();
      for (Yaml element : elements) {
        String text = text(name, element);
        if (text != null) {
          texts.add(text);
        }
      }
      return texts;
    }

    Map<String, String> members(String name) {
      Yaml value = value(name);
      Map<String, String> texts = new LinkedHashMap<>();
      if (value != null) {
        Item item = new Item(key(name), value);
        for (String each : item.members.keySet()) {
          String text = item.text(each);
          if (text != null) {
            texts.put(each, text);
          }
        }
      }
      return texts;
    }

    /// An object; null where it is missing.
    @Nullable Item item(String name) {
      Yaml value = value(name);
      return value == null ? null : new Item(key(name), value);
    }

    List<Item> items(String name) {
      Yaml value = value(name);
      List<Yaml> elements = value == null ? List.of() : elements(value);
      if (elements.isEmpty()) {
        fault(name, "needs a list, each element with a - before it");
      }
      List<Item> items = new ArrayList<>();
      for (Yaml element : elements) {
        items.add(new Item(name + '[' + items.size() + ']', element));
      }
      return items;
    }

    private List<Yaml> elements(Yaml value) {
      try {
        return value.list();
      } catch (Yaml.InvalidYaml _) {
        return List.of();
      }
    }

    /// Notes the members that nobody asked for. Call it after all others.
    void end() {
      for (String name : members.keySet()) {
        if (!known.contains(name)) {
          fault(name, "is not known here" + NearestName.hint(name, known));
        }
      }
    }
  }
}
