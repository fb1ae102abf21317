package org.marquee.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// One value of a YAML file, with its place for error messages.
///
/// Scalars are text, whatever type YAML gives them: `no` is not a boolean here, and `15` is not a
/// number.
public final class Yaml {
  private static final int DEEPEST = 100;
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();

  private final Node node;

  private Yaml(Node node) {
    this.node = node;
  }

  /// A fault in a file. The message begins with its place, if it has one.
  public static final class InvalidYaml extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final String what;

    private InvalidYaml(Optional<Mark> place, String what) {
      super(
          place
              .map(at -> "line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1) + ": ")
              .orElse("")
              .concat(what));
      this.line = place.map(at -> at.getLine() + 1).orElse(1);
      this.what = what;
    }

    /// A fault of a file as a whole.
    public InvalidYaml(String what) {
      this(Optional.empty(), what);
    }

    /// The line, from 1; 1 for a fault without a place.
    public int line() {
      return line;
    }

    /// The message without its place.
    public String what() {
      return what;
    }
  }

  /// Converts a value.
  public interface Converter<T> {
    /// The value of `yaml`.
    ///
    /// @throws InvalidYaml if it is not what is needed there
    T convert(Yaml yaml) throws InvalidYaml;
  }

  /// Parses `text`.
  ///
  /// @throws InvalidYaml if it is not YAML, or empty
  public static Yaml of(String text) throws InvalidYaml {
    try {
      checkDepth(new Parse(SETTINGS).parseString(text));
      Optional<Node> node = new Compose(SETTINGS).composeString(text);
      if (node.isEmpty()) {
        throw new InvalidYaml("it is empty");
      }
      return new Yaml(node.get());
    } catch (MarkedYamlEngineException e) {
      throw new InvalidYaml(e.getProblemMark(), "this is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InvalidYaml("this is not YAML: " + e.getMessage());
    }
  }

  /// The library composes values by recursion, and ends with a stack overflow where they nest
  /// deeply.
  private static void checkDepth(Iterable<Event> events) throws InvalidYaml {
    int depth = 0;
    for (Event event : events) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      if (depth > DEEPEST) {
        throw new InvalidYaml(
            event.getStartMark(), "it nests more than " + DEEPEST + " levels deep");
      }
    }
  }

  /// Parses `text`, in which nothing may be an anchor or an alias: the place of a shared value is
  /// misleading, and a value may contain itself.
  ///
  /// @throws InvalidYaml if it is not YAML, or empty, or has one
  public static Yaml withoutAnchors(String text) throws InvalidYaml {
    Yaml whole = of(text);
    for (Event event : new Parse(SETTINGS).parseString(text)) {
      if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
        throw new InvalidYaml(
            event.getStartMark(), "anchors (&) and aliases (*) are not supported");
      }
    }
    return whole;
  }

  /// A fault at this place.
  public InvalidYaml fault(String what) {
    return new InvalidYaml(node.getStartMark(), what);
  }

  /// The line on which the value begins, from 1.
  public int line() {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  /// Whether this is one text.
  public boolean isText() {
    return node instanceof ScalarNode;
  }

  /// Whether this is a list.
  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /// A text that is not empty.
  public String text() throws InvalidYaml {
    if (!(node instanceof ScalarNode scalar)) {
      throw fault("a single value is needed");
    }
    if (scalar.getValue().isEmpty() || (scalar.isPlain() && scalar.getTag().equals(Tag.NULL))) {
      throw fault("a value is missing");
    }
    return scalar.getValue();
  }

  /// A text that may be empty where it stands in quotes.
  public String textOrEmpty() throws InvalidYaml {
    return node instanceof ScalarNode scalar && !scalar.isPlain() ? scalar.getValue() : text();
  }

  /// One of `choices`, each written as its name in lower case, with spaces.
  public <E extends Enum<E>> E oneOf(E[] choices) throws InvalidYaml {
    List<String> names =
        Stream.of(choices)
            .map(choice -> choice.name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .toList();
    return choices[names.indexOf(oneOf(names))];
  }

  /// One of some texts; a message lists these in their order.
  public String oneOf(List<String> choices) throws InvalidYaml {
    if (!choices.contains(text())) {
      throw fault("\"" + text() + "\" is not one of " + String.join(", ", choices));
    }
    return text();
  }

  /// True or false.
  public boolean flag() throws InvalidYaml {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw fault("true or false is needed");
    };
  }

  /// The elements of a list.
  public List<Yaml> list() throws InvalidYaml {
    return list(element -> element);
  }

  /// What the elements of a list are read as.
  public <T> List<T> list(Converter<? extends T> converter) throws InvalidYaml {
    if (!(node instanceof SequenceNode sequence)) {
      throw fault("a list is needed");
    }
    List<T> elements = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      elements.add(converter.convert(new Yaml(element)));
    }
    return elements;
  }

  /// The texts of a list, or a single text.
  public List<String> texts() throws InvalidYaml {
    return isText() ? List.of(text()) : list(Yaml::text);
  }

  /// The members of a mapping, in their order.
  public Map<String, Yaml> members() throws InvalidYaml {
    return members(member -> member);
  }

  /// What the members of a mapping are read as, in their order.
  public <T> Map<String, T> members(Converter<? extends T> converter) throws InvalidYaml {
    Map<String, T> members = new LinkedHashMap<>();
    for (Map.Entry<Yaml, Yaml> entry : entries()) {
      Yaml name = entry.getKey();
      if (members.containsKey(name.text())) {
        throw name.fault("\"" + name.text() + "\" stands here twice");
      }
      members.put(name.text(), converter.convert(entry.getValue()));
    }
    return members;
  }

  /// The names and values of a mapping as they are written; a name may be repeated.
  public List<Map.Entry<Yaml, Yaml>> entries() throws InvalidYaml {
    if (!(node instanceof MappingNode mapping)) {
      throw fault("members are needed, each a name and a value");
    }
    return mapping.getValue().stream()
        .map(entry -> Map.entry(new Yaml(entry.getKeyNode()), new Yaml(entry.getValueNode())))
        .toList();
  }

  /// The members, to be asked for one by one.
  public YamlPart part() throws InvalidYaml {
    return YamlPart.of(this);
  }

  /// As [#part]; a single text has no members.
  public YamlPart beside() throws InvalidYaml {
    return isText() ? YamlPart.empty(this) : part();
  }
}
