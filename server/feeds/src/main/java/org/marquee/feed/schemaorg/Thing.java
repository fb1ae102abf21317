package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.Collections;
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

  /// How much of a long text is compared: its beginning.
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
    return Stream.of(names)
        .flatMap(
            name -> Stream.concat(Stream.of(this), places.stream()).map(place -> place.own(name)))
        .filter(values -> !values.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  List<Term> own(String name) {
    return properties.stream()
        .filter(property -> property.name().equals(name))
        .map(Property::value)
        .toList();
  }

  /// The things among some values.
  static List<Thing> among(List<Term> values) {
    return values.stream().filter(Thing.class::isInstance).map(Thing.class::cast).toList();
  }

  List<Thing> things(String... names) {
    return among(all(names));
  }

  /// The texts among the values of `names`; of a thing, its name.
  List<String> texts(String... names) {
    return all(names).stream()
        .flatMap(term ->
            switch (term) {
              case Literal(String text) -> Stream.of(text);
              case Thing thing -> thing.all("name").stream().flatMap(Thing::literal);
            })
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private static Stream<String> literal(Term term) {
    return term instanceof Literal(String text) ? Stream.of(text) : Stream.empty();
  }

  @Nullable String text(String... names) {
    return texts(names).stream().findFirst().orElse(null);
  }

  @Nullable String id() {
    return own("@id").stream()
        .flatMap(Thing::literal)
        .filter(text -> !text.isBlank())
        .map(String::strip)
        .findFirst()
        .orElse(null);
  }

  /// Its `@id` if that means the same in every document: one with a scheme.
  @Nullable String absoluteId() {
    String id = id();
    return id != null && WebAddresses.isAbsolute(id) ? id : null;
  }

  boolean is(String... types) {
    return !Collections.disjoint(types(), List.of(types));
  }

  List<String> types() {
    return texts("@type").stream().map(Names::plain).toList();
  }
}
