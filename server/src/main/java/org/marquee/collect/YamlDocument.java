package org.marquee.collect;

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

/// A YAML file while its members are asked for one by one. What is wrong is kept, with its line and
/// key, and told at the [#end]; until then whoever asks gets something to go on with.
///
/// Scalars are text, whatever YAML would take them for.
final class YamlDocument {
  private record Fault(int line, String told) {}

  private final String file;
  private final List<Fault> faults = new ArrayList<>();
  private final Item top;

  private YamlDocument(String file, @Nullable Node node) {
    this.file = file;
    this.top = new Item("", node, 1);
  }

  /// @throws FaultyPlan if `text` is not YAML
  static YamlDocument of(String file, String text) throws FaultyConfig {
    try {
      Optional<Node> node = new Compose(LoadSettings.builder().build()).composeString(text);
      return new YamlDocument(file, node.orElse(null));
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(at -> ", line " + (at.getLine() + 1)).orElse("");
      throw new FaultyConfig(List.of(file + line + ": this is not YAML: " + e.getProblem()));
    } catch (YamlEngineException e) {
      throw new FaultyConfig(List.of(file + ": this is not YAML: " + e.getMessage()));
    }
  }

  Item top() {
    return top;
  }

  /// @throws FaultyPlan if anything was found to be wrong
  void end() throws FaultyConfig {
    if (!faults.isEmpty()) {
      throw new FaultyConfig(
          faults.stream()
              .sorted((one, other) -> Integer.compare(one.line(), other.line()))
              .map(Fault::told)
              .toList());
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private void fault(int line, String key, String what) {
    faults.add(new Fault(line, file + ", line " + line + ": " + key + ' ' + what));
  }

  /// The members of one mapping.
  final class Item {
    private final String path;
    private final int line;
    private final Map<String, NodeTuple> members = new LinkedHashMap<>();
    private final List<String> known = new ArrayList<>();

    private Item(String path, @Nullable Node node, int line) {
      this.path = path;
      this.line = node == null ? line : line(node);
      if (!(node instanceof MappingNode mapping)) {
        YamlDocument.this.fault(
            this.line,
            path.isEmpty() ? "the file" : path,
            "has members, each a name and a value" + (path.isEmpty() ? ", such as providers" : ""));
        return;
      }
      for (NodeTuple tuple : mapping.getValue()) {
        String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
        if (members.put(name, tuple) != null) {
          YamlDocument.this.fault(line(tuple.getKeyNode()), key(name), "stands here twice");
        }
      }
    }

    private String key(String name) {
      return path.isEmpty() ? name : path + '.' + name;
    }

    boolean has(String name) {
      known(name);
      return members.containsKey(name);
    }

    private void known(String name) {
      if (!known.contains(name)) {
        known.add(name);
      }
    }

    private @Nullable Node node(String name) {
      known(name);
      NodeTuple tuple = members.get(name);
      return tuple == null ? null : tuple.getValueNode();
    }

    /// Notes what is wrong with a member.
    void fault(String name, String what) {
      NodeTuple tuple = members.get(name);
      YamlDocument.this.fault(tuple == null ? line : line(tuple.getKeyNode()), key(name), what);
    }

    /// A text; null where there is none.
    @Nullable String text(String name) {
      Node node = node(name);
      return node == null ? null : text(name, node);
    }

    private @Nullable String text(String name, Node node) {
      if (node instanceof ScalarNode scalar
          && !scalar.getValue().isEmpty()
          && !(scalar.isPlain() && scalar.getTag().equals(Tag.NULL))) {
        return scalar.getValue();
      }
      YamlDocument.this.fault(line(node), key(name), "needs one value");
      return null;
    }

    /// A text that has to be there; empty where it is not.
    String needed(String name) {
      if (!has(name)) {
        fault(name, "is missing");
        return "";
      }
      String text = text(name);
      return text == null ? "" : text;
    }

    /// The texts of a list, or one that stands for itself.
    List<String> texts(String name) {
      Node node = node(name);
      List<String> texts = new ArrayList<>();
      if (node instanceof SequenceNode sequence) {
        if (sequence.getValue().isEmpty()) {
          fault(name, "is empty");
        }
        for (Node element : sequence.getValue()) {
          String text = text(name, element);
          if (text != null) {
            texts.add(text);
          }
        }
      } else if (node != null) {
        String text = text(name, node);
        if (text != null) {
          texts.add(text);
        }
      }
      return texts;
    }

    /// Names and texts.
    Map<String, String> members(String name) {
      Node node = node(name);
      Map<String, String> texts = new LinkedHashMap<>();
      if (node == null) {
        return texts;
      }
      Item item = new Item(key(name), node, line);
      item.members
          .keySet()
          .forEach(each -> {
            String text = item.text(each);
            if (text != null) {
              texts.put(each, text);
            }
          });
      return texts;
    }

    /// The mappings of a list that has to be there.
    List<Item> items(String name) {
      List<Item> items = new ArrayList<>();
      if (node(name) instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
        for (Node element : sequence.getValue()) {
          items.add(new Item(name + '[' + items.size() + ']', element, line(element)));
        }
      } else {
        fault(name, "needs a list, each element with a - before it");
      }
      return items;
    }

    /// To be called once all members that are known were asked for.
    void end() {
      for (Map.Entry<String, NodeTuple> member : members.entrySet()) {
        if (!known.contains(member.getKey())) {
          fault(member.getKey(), "is not known here; known are " + String.join(", ", known));
        }
      }
    }
  }
}
