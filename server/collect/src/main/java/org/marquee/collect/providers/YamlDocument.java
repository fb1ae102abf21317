package org.marquee.collect.providers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.YamlPart;

/// The faults of a YAML file, kept with line and key until the [#end]: a member with a fault counts
/// as missing or empty until then.
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

  private void note(int line, String what) {
    faults.add(new Noted(line, file + ", line " + line + ": " + what));
  }

  final class Item {
    private final String path;
    private final YamlPart part;

    private Item(String path, Yaml value) {
      this.path = path;
      YamlPart read;
      try {
        read = value.part();
      } catch (Yaml.InvalidYaml e) {
        note(e.line(), (path.isEmpty() ? "" : path + ": ") + e.what());
        read = YamlPart.empty(value);
      }
      this.part = read;
    }

    private String key(String name) {
      return path.isEmpty() ? name : path + '.' + name;
    }

    boolean has(String name) {
      return part.has(name);
    }

    void fault(String name, String what) {
      note(part.line(name), key(name) + ' ' + what);
    }

    /// A member; null where it is missing, or has a fault.
    private <T> @Nullable T read(String name, Yaml.Converter<T> converter) {
      try {
        return part.find(name, converter);
      } catch (Yaml.InvalidYaml e) {
        note(e.line(), key(name) + ": " + e.what());
        return null;
      }
    }

    @Nullable String text(String name) {
      return read(name, Yaml::text);
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

    boolean isMistyped(String... missing) {
      return part.isMistyped(missing);
    }

    /// A required text; empty where it is missing.
    String needed(String name) {
      String text = text(name);
      if (!has(name) && !isMistyped(name)) {
        fault(name, "is missing");
      }
      return text == null ? "" : text;
    }

    boolean isText(String name) {
      Yaml value = part.find(name);
      return value != null && value.isText();
    }

    List<String> texts(String name) {
      List<String> texts = read(name, Yaml::texts);
      if (texts != null && texts.isEmpty()) {
        fault(name, "is empty");
      }
      return texts == null ? List.of() : texts;
    }

    Map<String, String> members(String name) {
      Map<String, String> texts = read(name, value -> value.members(Yaml::text));
      return texts == null ? Map.of() : texts;
    }

    /// An object; null where it is missing.
    @Nullable Item item(String name) {
      Yaml value = part.find(name);
      return value == null ? null : new Item(key(name), value);
    }

    List<Item> items(String name) {
      Yaml value = part.find(name);
      List<Yaml> elements = value == null || !value.isList() ? null : read(name, Yaml::list);
      if (elements == null || elements.isEmpty()) {
        fault(name, "needs a list, each element with a - before it");
        return List.of();
      }
      List<Item> items = new ArrayList<>();
      for (Yaml element : elements) {
        items.add(new Item(name + '[' + items.size() + ']', element));
      }
      return items;
    }

    /// Notes the members that nobody asked for. Call it after all others.
    void end() {
      part.unknown().forEach(name -> fault(name, part.notKnown(name)));
    }
  }
}
