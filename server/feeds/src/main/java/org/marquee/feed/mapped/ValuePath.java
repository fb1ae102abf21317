package org.marquee.feed.mapped;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// A way through a document to the values that are meant (docs/mappings.md, "Paths").
///
/// `films[].showings[]` goes from an object to each element of a list in each element of a list;
/// `[2]` is the third element, `{}` every member of an object; `[film]` and `{day}` give what they
/// go through a name, so that a path can start from it further in: `@film.title`, `@day`. `$`
/// starts from the whole document, `.` is where one stands, and `(json)` reads a string as JSON.
/// Names with letters that mean something here stand in double quotes.
final class ValuePath {
  private final String text;
  private final List<Step> steps;

  /// The last step that may lead to several values; -1 where there is none.
  private final int lastMany;

  ValuePath(String text, List<Step> steps) {
    this.text = text;
    this.steps = List.copyOf(steps);
    int many = this.steps.size() - 1;
    while (many >= 0 && !this.steps.get(many).isMany()) {
      many--;
    }
    this.lastMany = many;
  }

  sealed interface Step {
    /// To the whole document: the first step, if any.
    record Document() implements Step {}

    /// To what was given a name on the way here: the first step, if any.
    record Named(String name) implements Step {}

    record Member(String name) implements Step {}

    record Index(int index) implements Step {}

    record Elements(@Nullable String name) implements Step {}

    record EachMember(@Nullable String name) implements Step {}

    record Parsed() implements Step {}

    default boolean isMany() {
      return this instanceof Elements || this instanceof EachMember;
    }
  }

  /// A path that cannot be understood; the message says why, as it follows the path.
  static final class InvalidPath extends Exception {
    private static final long serialVersionUID = 1;

    InvalidPath(String message) {
      super(message);
    }
  }

  /// What was met on a way.
  static final class Walk {
    /// How often the last thing to go through, a list or an object, was there; where the path goes
    /// through nothing, what it leads to.
    long found;

    /// How often something on the way was not there, or was something else.
    long missed;

    /// The first member that was asked for and stands twice in its object.
    @Nullable String repeated;

    /// Takes what stands where a list or an object should, and is neither null nor one: nobody
    /// knows what it stands for. Not the whole of a document, which may be another one.
    private final Consumer<Spot> broken;

    Walk(Consumer<Spot> broken) {
      this.broken = broken;
    }

    Walk() {
      this(_ -> {});
    }

    private void missed(Spot spot) {
      missed++;
      if (spot.value() != Value.Nothing.NOTHING && !spot.isWhole()) {
        broken.accept(spot);
      }
    }
  }

  static ValuePath of(String text) throws InvalidPath {
    return new ValuePathParser(text).path();
  }

  /// The path to a member, whatever signs its name has.
  static ValuePath ofMember(String name) {
    return new ValuePath(name, List.of(new Step.Member(name)));
  }

  boolean isMany() {
    return lastMany >= 0;
  }

  /// A member of an object.
  ///
  /// @param parent what leads to the object; null where the path does not say
  record Child(@Nullable String parent, String name) {}

  /// Adds the members that it goes through as lists.
  void addLists(Set<Child> lists) {
    @Nullable String parent = null;
    @Nullable String name = null;
    for (Step step : steps) {
      switch (step) {
        case Step.Member(String member) -> {
          parent = name;
          name = member;
        }
        case Step.Elements _, Step.Index _ -> {
          if (name != null) {
            lists.add(new Child(parent, name));
          }
        }
        case Step.EachMember _, Step.Parsed _, Step.Document _, Step.Named _ -> name = null;
      }
    }
  }

  /// What the path calls the things that it goes through.
  Set<String> names() {
    Set<String> names = new HashSet<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Elements(String name) when name != null -> names.add(name);
        case Step.EachMember(String name) when name != null -> names.add(name);
        default -> {}
      }
    }
    return names;
  }

  /// The name that the path starts from; null where it starts elsewhere.
  @Nullable String startsFrom() {
    return !steps.isEmpty() && steps.getFirst() instanceof Step.Named(String name) ? name : null;
  }

  /// The first member that it asks for where it stands; null where it asks for none: in a table,
  /// the column.
  @Nullable String firstMember() {
    return !steps.isEmpty() && steps.getFirst() instanceof Step.Member(String name) ? name : null;
  }

  /// Goes the way from `spot`, and hands over what it leads to, in the order of the document. What
  /// is null, or not there, is passed over.
  void walk(Spot spot, Walk walk, Consumer<Spot> taker) {
    walk(spot, 0, walk, taker);
  }

  private void walk(Spot spot, int at, Walk walk, Consumer<Spot> taker) {
    if (at == steps.size()) {
      if (lastMany < 0) {
        walk.found++;
      }
      taker.accept(spot);
      return;
    }
    Step step = steps.get(at);
    switch (step) {
      case Step.Document _ -> walk(spot.document(), at + 1, walk, taker);
      case Step.Named(String name) -> {
        Spot named = spot.named(name);
        if (named != null) {
          walk(named, at + 1, walk, taker);
        }
      }
      case Step.Member(String name) -> member(spot, name, at, walk, taker);
      case Step.Index(int index) -> {
        if (spot.value() instanceof Value.Items(List<Value> list) && index < list.size()) {
          next(spot.element(index, list.get(index), null), at, walk, taker);
        } else {
          walk.missed++;
        }
      }
      case Step.Elements(String name) -> {
        if (!(spot.value() instanceof Value.Items(List<Value> list))) {
          walk.missed(spot);
          return;
        }
        if (at == lastMany) {
          walk.found++;
        }
        for (int i = 0; i < list.size(); i++) {
          next(spot.element(i, list.get(i), name), at, walk, taker);
        }
      }
      case Step.EachMember(String name) -> {
        if (!(spot.value() instanceof Members members)) {
          walk.missed(spot);
          return;
        }
        if (at == lastMany) {
          walk.found++;
        }
        members.each(
            (member, value) -> next(spot.memberNamed(member, value, name), at, walk, taker));
      }
      case Step.Parsed _ -> {
        JsonDocument document =
            spot.value() instanceof Value.Text(String json) ? JsonDocument.ofString(json) : null;
        if (document == null) {
          walk.missed++;
        } else {
          next(spot.parsed(document.value()), at, walk, taker);
        }
      }
    }
  }

  private void member(Spot spot, String name, int at, Walk walk, Consumer<Spot> taker) {
    Value value = spot.value() instanceof Members members ? members.ask(name) : null;
    if (value == null) {
      walk.missed++;
      return;
    }
    if (walk.repeated == null && ((Members) spot.value()).isRepeated(name)) {
      walk.repeated = name;
    }
    next(spot.member(name, value), at, walk, taker);
  }

  private void next(Spot spot, int at, Walk walk, Consumer<Spot> taker) {
    // Elements may be null where members may not; nothing leads on from there either.
    if (spot.value() != Value.Nothing.NOTHING || steps.get(at).isMany()) {
      walk(spot, at + 1, walk, taker);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
