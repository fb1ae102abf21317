package org.marquee.feed.mapped;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A piece of a mapping file, with its place, so that whatever is wrong with it can be told.
///
/// Scalars are text, whatever YAML would take them for: `no` is no boolean here, and `15` no
/// number. Anchors are refused, since what is shared would be told at the wrong place.
final class Yaml {
  private final Node node;

  private Yaml(Node node) {
    this.node = node;
  }

  /// What is wrong with a mapping, and where.
  static final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    Fault(String where, String what) {
      super(where.isEmpty() ? what : where + ": " + what);
    }
  }

  /// @throws Fault if `text` is not YAML, or nothing
  static Yaml of(String text) throws Fault {
    try {
      Optional<Node> node = new Compose(LoadSettings.builder().build()).composeString(text);
      if (node.isEmpty()) {
        throw new Fault("", "it is empty");
      }
      return new Yaml(node.get());
    } catch (MarkedYamlEngineException e) {
      throw new Fault(place(e.getProblemMark()), "this is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new Fault("", "this is not YAML: " + e.getMessage());
    }
  }

  private static String place(Optional<Mark> mark) {
    return mark.map(at -> "line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1))
        .orElse("");
  }

  Fault fault(String what) {
    return new Fault(place(node.getStartMark()), what);
  }

  boolean isText() {
    return node instanceof ScalarNode;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  /// A text that is not empty.
  String text() throws Fault {
    refuseAnchor();
    if (!(node instanceof ScalarNode scalar)) {
      throw fault("here a single value is needed");
    }
    if (scalar.getValue().isEmpty() || (scalar.isPlain() && scalar.getTag().equals(Tag.NULL))) {
      throw fault("here a value is missing");
    }
    return scalar.getValue();
  }

  /// A text that may be empty where it stands in quotes.
  String textOrEmpty() throws Fault {
    return node instanceof ScalarNode scalar && !scalar.isPlain() ? scalar.getValue() : text();
  }

  /// One of `choices`, in lower case with spaces.
  <E extends Enum<E>> E oneOf(Map<String, E> choices) throws Fault {
    E chosen = choices.get(text());
    if (chosen == null) {
      throw fault("\"" + text() + "\" is none of " + String.join(", ", inOrder(choices)));
    }
    return chosen;
  }

  /// Whatever map they come in, a fault is told in the same words each time.
  private static <E extends Enum<E>> List<String> inOrder(Map<String, E> choices) {
    return choices.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  boolean flag() throws Fault {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw fault("here true or false is needed");
    };
  }

  /// The elements of a list.
  List<Yaml> list() throws Fault {
    refuseAnchor();
    if (!(node instanceof SequenceNode sequence)) {
      throw fault("here a list is needed");
    }
    List<Yaml> elements = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      elements.add(new Yaml(element));
    }
    return elements;
  }

  /// The texts of a list, or the one that stands for itself.
  List<String> texts() throws Fault {
    if (isText()) {
      return List.of(text());
    }
    List<String> texts = new ArrayList<>();
    for (Yaml element : list()) {
      texts.add(element.text());
    }
    return texts;
  }

  /// The members of a mapping, in their order.
  Map<String, Yaml> members() throws Fault {
    refuseAnchor();
    if (!(node instanceof MappingNode mapping)) {
      throw fault("here members are needed, each a name and a value");
    }
    Map<String, Yaml> members = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Yaml name = new Yaml(tuple.getKeyNode());
      if (members.put(name.text(), new Yaml(tuple.getValueNode())) != null) {
        throw name.fault("\"" + name.text() + "\" stands here twice");
      }
    }
    return members;
  }

  private List<Yaml> names() {
    List<Yaml> names = new ArrayList<>();
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(tuple -> names.add(new Yaml(tuple.getKeyNode())));
    }
    return names;
  }

  Part part() throws Fault {
    return new Part(this, members());
  }

  /// What stands beside a value: the members of a mapping, or nothing where the value stands alone.
  Part beside() throws Fault {
    return isText() ? new Part(this, Map.of()) : part();
  }

  private void refuseAnchor() throws Fault {
    if (node.getAnchor().isPresent()) {
      throw fault("anchors (&) and references to them (*) are not known here");
    }
  }

  /// The members of a mapping while they are asked for one by one.
  static final class Part {
    private final Yaml whole;
    private final Map<String, Yaml> left;
    private final List<String> known = new ArrayList<>();

    private Part(Yaml whole, Map<String, Yaml> members) {
      this.whole = whole;
      this.left = new LinkedHashMap<>(members);
    }

    @Nullable Yaml find(String name) {
      known.add(name);
      return left.remove(name);
    }

    Yaml get(String name) throws Fault {
      Yaml found = find(name);
      if (found == null) {
        throw whole.fault("\"" + name + "\" is missing here");
      }
      return found;
    }

    Fault fault(String what) {
      return whole.fault(what);
    }

    /// To be called once all members that are known were asked for.
    void end() throws Fault {
      for (Yaml name : whole.names()) {
        if (left.containsKey(name.text())) {
          throw name.fault(
              "\"" + name.text() + "\" is not known here; known are " + String.join(", ", known));
        }
      }
    }
  }
}
