package org.marquee.feed.member;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The named values of one object of a feed. It remembers which of them were asked for, so that the
/// others can be reported as unknown.
public final class Members implements Value {
  private final Map<String, Member> members = new LinkedHashMap<>();

  /// The names that were added more than once.
  private Set<String> repeated = Set.of();

  private static final class Member {
    final Value value;
    boolean asked;

    Member(Value value) {
      this.value = value;
    }
  }

  /// Adds a member, and returns whether its name is new; of two with one name the first stays.
  public boolean add(String name, Value value) {
    if (members.putIfAbsent(name, new Member(value)) == null) {
      return true;
    }
    if (repeated.isEmpty()) {
      repeated = new HashSet<>();
    }
    repeated.add(name);
    return false;
  }

  /// Adds a text, if there is one.
  public void add(String name, @Nullable String text) {
    if (text != null) {
      add(name, new Text(text));
    }
  }

  /// Adds the texts as a list, if there are any.
  public void add(String name, List<String> texts) {
    if (!texts.isEmpty()) {
      add(name, new Items(texts.stream().<Value>map(Text::new).toList()));
    }
  }

  /// Adds an object with the members that `filler` gives it, if it gives any.
  public void addObject(String name, Consumer<Members> filler) {
    Members inner = new Members();
    filler.accept(inner);
    if (!inner.isEmpty()) {
      add(name, inner);
    }
  }

  /// Adds whether there are tickets, as far as a feed says whether a showing is sold out.
  public void addSoldOut(@Nullable Boolean soldOut) {
    if (soldOut != null) {
      addObject("availability", it -> it.add("status", soldOut ? "sold_out" : "on_sale"));
    }
  }

  /// Whether it has no member.
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /// Whether a name occurs twice in the object.
  public boolean isRepeated(String name) {
    return repeated.contains(name);
  }

  /// Passes every member to `taker`, in order, without counting as asked for.
  public void each(BiConsumer<String, Value> taker) {
    members.forEach((name, member) -> taker.accept(name, member.value));
  }

  /// The value of a member; null where it is missing or JSON's null.
  public @Nullable Value ask(String name) {
    Member member = members.get(name);
    if (member == null) {
      return null;
    }
    member.asked = true;
    return member.value == Nothing.NOTHING ? null : member.value;
  }

  /// Passes the names that nobody asked for to `taker`.
  void eachUnknown(Consumer<String> taker) {
    members.forEach((name, member) -> {
      if (!member.asked) {
        taker.accept(name);
      }
    });
  }
}
