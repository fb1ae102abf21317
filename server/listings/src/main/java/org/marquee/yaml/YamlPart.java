package org.marquee.yaml;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.NearestName;

/// The members of a mapping while they are asked for one by one.
public final class YamlPart {
  private final Yaml whole;
  private final Map<String, Map.Entry<Yaml, Yaml>> members = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  private YamlPart(Yaml whole) {
    this.whole = whole;
  }

  /// One without members, in place of one that cannot be read.
  public static YamlPart empty(Yaml whole) {
    return new YamlPart(whole);
  }

  static YamlPart of(Yaml whole) throws Yaml.InvalidYaml {
    YamlPart part = new YamlPart(whole);
    for (Map.Entry<Yaml, Yaml> entry : whole.entries()) {
      Yaml name = entry.getKey();
      if (part.members.put(name.text(), entry) != null) {
        throw name.fault("\"" + name.text() + "\" stands here twice");
      }
    }
    return part;
  }

  /// Whether there is a member of this name.
  public boolean has(String name) {
    known.add(name);
    return members.containsKey(name);
  }

  /// A member; null where it is missing.
  public @Nullable Yaml find(String name) {
    known.add(name);
    Map.Entry<Yaml, Yaml> member = members.get(name);
    return member == null ? null : member.getValue();
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

  /// The line of a member's name; where there is none of the name, that of the mapping.
  public int line(String name) {
    Map.Entry<Yaml, Yaml> member = members.get(name);
    return member == null ? whole.line() : member.getKey().line();
  }

  /// Whether a member is there that looks like one of these, which are missing: the fault of its
  /// name is enough.
  public boolean isMistyped(String... missing) {
    return unknown().stream().anyMatch(each -> NearestName.of(each, List.of(missing)).isPresent());
  }

  /// A fault at the place of the mapping.
  public Yaml.InvalidYaml fault(String what) {
    return whole.fault(what);
  }

  /// The names of members that nobody asked for.
  public List<String> unknown() {
    return members.keySet().stream().filter(name -> !known.contains(name)).toList();
  }

  /// What is wrong with a name that nobody asked for. Call it after the last [#find].
  public String notKnown(String name) {
    return "is not known here" + NearestName.hint(name, known);
  }

  /// Refuses members that nobody asked for. Call it after the last [#find].
  public void end() throws Yaml.InvalidYaml {
    for (Map.Entry<Yaml, Yaml> member : members.values()) {
      String name = member.getKey().text();
      if (!known.contains(name)) {
        throw member.getKey().fault("\"" + name + "\" " + notKnown(name));
      }
    }
  }
}
