package org.marquee.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// An object of the document. Its members stand in the order in which they were added; each is a
/// string, a number, a boolean, a node, or a list of these.
final class Node {
  private final SequencedMap<String, Object> members = new LinkedHashMap<>();

  /// A node with one member.
  static Node of(String name, Object value) {
    return new Node().with(name, value);
  }

  /// A node that points to a part of the document: `#/components/schemas/Film`.
  static Node reference(String section, String name) {
    return of("$ref", "#/components/" + section + "/" + name);
  }

  /// Adds a member.
  ///
  /// @throws IllegalStateException if there is another one of that name
  Node with(String name, Object value) {
    if (members.putIfAbsent(name, value) != null) {
      throw new IllegalStateException("two members " + name);
    }
    return this;
  }

  /// Adds the members of another node.
  Node with(Node others) {
    others.members.forEach(this::with);
    return this;
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /// The same as maps and lists.
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    members.forEach((name, value) -> tree.put(name, plain(value)));
    return tree;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case Node node -> node.tree();
      case List<?> list -> {
        List<Object> items = new ArrayList<>();
        list.forEach(item -> items.add(plain(item)));
        yield items;
      }
      default -> value;
    };
  }
}
