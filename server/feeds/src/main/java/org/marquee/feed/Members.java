package org.marquee.feed;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The named values of one object of a feed. It remembers which of them were asked for, so that the
/// others can be reported as unknown.
///
/// A search through an array: the objects of feeds have about ten members, where that beats
/// hashing.
public final class Members implements Value {
  private static final int FEW = 32;

  private String[] names = new String[12];
  private Value[] values = new Value[12];
  private boolean[] asked = new boolean[12];
  private int size;

  /// The names, kept only once there are too many to be searched one by one.
  private @Nullable Set<String> many;

  /// The names that were added more than once.
  private Set<String> repeated = Set.of();

  /// Adds a member, and returns whether its name is new; of two with one name the first stays.
  public boolean add(String name, Value value) {
    if (!isNew(name)) {
      if (repeated.isEmpty()) {
        repeated = new HashSet<>();
      }
      repeated.add(name);
      return false;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      values = Arrays.copyOf(values, size * 2);
      asked = Arrays.copyOf(asked, size * 2);
    }
    names[size] = name;
    values[size] = value;
    size++;
    return true;
  }

  /// Adds a text, if there is one.
  public void add(String name, @Nullable String text) {
    if (text != null) {
      add(name, new Text(text));
    }
  }

  /// Whether it has no member.
  public boolean isEmpty() {
    return size == 0;
  }

  /// Whether a name occurs twice in the object.
  public boolean isRepeated(String name) {
    return repeated.contains(name);
  }

  /// Passes every member to `taker`, in order, without counting as asked for.
  public void each(BiConsumer<String, Value> taker) {
    for (int at = 0; at < size; at++) {
      taker.accept(names[at], values[at]);
    }
  }

  private boolean isNew(String name) {
    if (size < FEW) {
      return indexOf(name) < 0;
    }
    if (many == null) {
      many = new HashSet<>(Arrays.asList(names).subList(0, size));
    }
    return many.add(name);
  }

  /// The value of a member; null where it is missing or JSON's null.
  public @Nullable Value ask(String name) {
    int at = indexOf(name);
    if (at < 0) {
      return null;
    }
    asked[at] = true;
    return values[at] == Nothing.NOTHING ? null : values[at];
  }

  /// Passes the names that nobody asked for to `taker`.
  void eachUnknown(Consumer<String> taker) {
    for (int at = 0; at < size; at++) {
      if (!asked[at]) {
        taker.accept(names[at]);
      }
    }
  }

  private int indexOf(String name) {
    for (int at = 0; at < size; at++) {
      if (names[at].equals(name)) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public String shown() {
    return "an object";
  }
}
