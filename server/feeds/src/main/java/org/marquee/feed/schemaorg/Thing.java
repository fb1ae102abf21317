package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An object of a JSON-LD text: one description of a node of the graph.
///
/// Its own members go first; where a member is missing, the other places that describe the same
/// node are read.
final class Thing implements Term {
  /// So many other places are asked; more than that repeat themselves.
  private static final int FEW = 32;

  /// Where it stands: the file, and the line in it.
  final Origin origin;

  /// What it is nested in; null at the top.
  final @Nullable Thing around;

  /// The property of [#around] that it is a value of; empty at the top.
  final String role;

  /// The order of things that say the same of one node: what they say, wherever they stand.
  static final Comparator<Thing> BY_CONTENT = Comparator.comparing(Thing::content);

  /// Of longer ones the beginning is compared.
  private static final int MOST_COMPARED = 2_000;

  private final List<Property> properties = new ArrayList<>(8);

  /// All places that describe the same node, this one among them.
  private List<Thing> places = List.of(this);

  /// A property that is there twice and should not be.
  private @Nullable String repeated;

  private boolean cutOff;

  Thing(Origin origin, @Nullable Thing around, String role) {
    this.origin = origin;
    this.around = around;
    this.role = role;
  }

  /// @param file its number within the feed
  /// @param block its number within the feed
  /// @param base what relative addresses are relative to, where the page states it
  record Origin(int file, int block, String name, long line, @Nullable String base) {
    @Override
    public String toString() {
      return name + ", line " + line;
    }
  }

  private record Property(String name, Term value) {}

  void add(String name, Term value) {
    properties.add(new Property(name, value));
  }

  /// Notes that `name` stands twice in the object, and that only the first was read.
  void repeats(String name) {
    repeated = repeated == null ? name : repeated;
  }

  @Nullable String repeated() {
    return repeated;
  }

  /// Notes that the text broke off, or broke down, within this object.
  void cutOff() {
    cutOff = true;
  }

  boolean isCutOff() {
    return cutOff;
  }

  private String content() {
    StringBuilder content = new StringBuilder();
    write(content);
    return content.toString();
  }

  private void write(StringBuilder content) {
    for (Property property : properties) {
      if (content.length() > MOST_COMPARED) {
        return;
      }
      content.append(property.name()).append('=');
      switch (property.value()) {
        case Literal(String text) -> content.append(text);
        case Thing thing -> thing.write(content);
      }
      content.append(';');
    }
  }

  /// @param places in an order that does not depend on where they stand
  void describedAt(List<Thing> places) {
    this.places = places.size() <= FEW ? places : places.subList(0, FEW);
  }

  boolean has(String name) {
    return properties.stream().anyMatch(property -> property.name().equals(name));
  }

  /// Whether it only refers to a node.
  boolean isReference() {
    return properties.stream().allMatch(property -> property.name().startsWith("@"));
  }

  /// The values of the first of `names` that has any.
  List<Term> all(String... names) {
    for (String name : names) {
      List<Term> own = own(name);
      if (!own.isEmpty()) {
        return own;
      }
      for (Thing place : places) {
        List<Term> there = place.own(name);
        if (!there.isEmpty()) {
          return there;
        }
      }
    }
    return List.of();
  }

  List<Term> own(String name) {
    return properties.stream()
        .filter(property -> property.name().equals(name))
        .map(Property::value)
        .toList();
  }

  List<Thing> things(String... names) {
    return all(names).stream()
        .flatMap(term -> term instanceof Thing thing ? Stream.of(thing) : Stream.empty())
        .toList();
  }

  /// The texts among the values of `names`; of a thing, its name.
  List<String> texts(String... names) {
    return all(names).stream()
        .flatMap(term ->
            switch (term) {
              case Literal(String text) -> Stream.of(text);
              case Thing thing -> thing.literal("name");
            })
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private Stream<String> literal(String name) {
    return all(name).stream()
        .flatMap(term -> term instanceof Literal(String text) ? Stream.of(text) : Stream.empty());
  }

  @Nullable String text(String... names) {
    List<String> texts = texts(names);
    return texts.isEmpty() ? null : texts.getFirst();
  }

  @Nullable String id() {
    for (Term term : own("@id")) {
      if (term instanceof Literal(String text) && !text.isBlank()) {
        return text.strip();
      }
    }
    return null;
  }

  /// Its `@id` if that means the same in every document: one with a scheme.
  @Nullable String absoluteId() {
    String id = id();
    return id != null && WebAddresses.isAbsolute(id) ? id : null;
  }

  boolean is(String... types) {
    List<String> own = types();
    for (String type : types) {
      if (own.contains(type)) {
        return true;
      }
    }
    return false;
  }

  List<String> types() {
    return texts("@type").stream().map(Names::plain).toList();
  }
}
