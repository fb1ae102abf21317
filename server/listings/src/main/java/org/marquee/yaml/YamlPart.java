package org.marquee.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The members of a mapping while they are asked for one by one.
public final class YamlPart {
  private final Yaml whole;
  private final Map<String, Yaml> left;
  private final List<String> known = new ArrayList<>();

  YamlPart(Yaml whole, Map<String, Yaml> members) {
    this.whole = whole;
    this.left = new LinkedHashMap<>(members);
  }

  /// A member; null where it is missing.
  public @Nullable Yaml find(String name) {
    known.add(name);
    return left.remove(name);
  }

  /// The value of a member; null where it is missing.
  public <T> @Nullable T find(String name, Yaml.Converter<T> converter) throws Yaml.InvalidYaml {
    Yaml found = find(name);
    return found == null ? null : converter.convert(found);
  }

  /// The value of a member; `otherwise` where it is missing.
  public <T> T find(String name, Yaml.Converter<? extends T> converter, T otherwise)
      throws Yaml.InvalidYaml {
    Yaml found = find(name);
    return found == null ? otherwise : converter.convert(found);
  }

  /// A required member.
  public Yaml get(String name) throws Yaml.InvalidYaml {
    Yaml found = find(name);
    if (found == null) {
      throw whole.fault("\"" + name + "\" is missing here");
    }
    return found;
  }

  /// A fault at the place of the mapping.
  public Yaml.InvalidYaml fault(String what) {
    return whole.fault(what);
  }

  /// Refuses members that nobody asked for. Call it after the last [#find].
  public void end() throws Yaml.InvalidYaml {
    if (left.isEmpty()) {
      return;
    }
    for (Map.Entry<Yaml, Yaml> entry : whole.entries()) {
      Yaml name = entry.getKey();
      if (left.containsKey(name.text())) {
        throw name.fault(
            "\"" + name.text() + "\" is not known here; known are " + String.join(", ", known));
      }
    }
  }
}
