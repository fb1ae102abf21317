package org.marquee.listing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A set of attributes, kept as twelve bits in the order of [Attribute].
///
/// @param mask bit `n` stands for the attribute with ordinal `n`; 0 to 4095
public record Attributes(int mask) {
  /// No attribute.
  public static final Attributes NONE = new Attributes(0);

  public Attributes {
    if (mask >>> Attribute.ALL.size() != 0) {
      throw new IllegalArgumentException("not a set of the twelve attributes: " + mask);
    }
  }

  /// These attributes; one that is repeated counts once.
  public static Attributes of(Attribute... attributes) {
    return of(List.of(attributes));
  }

  /// These attributes.
  public static Attributes of(Collection<Attribute> attributes) {
    Attributes all = NONE;
    for (Attribute attribute : attributes) {
      all = all.with(attribute);
    }
    return all;
  }

  /// These and one more.
  public Attributes with(Attribute attribute) {
    return new Attributes(mask | attribute.bit());
  }

  /// These without one.
  public Attributes without(Attribute attribute) {
    return new Attributes(mask & ~attribute.bit());
  }

  /// What is in either of the two.
  public Attributes and(Attributes others) {
    return new Attributes(mask | others.mask);
  }

  /// Whether `attribute` is among them.
  public boolean has(Attribute attribute) {
    return (mask & attribute.bit()) != 0;
  }

  /// Whether there is none.
  public boolean isEmpty() {
    return mask == 0;
  }

  /// The attributes that people need to read beside the name of a screen: without a format that
  /// stands in it, as in "IMAX" or "Dolby Cinema 1".
  public List<Attribute> beside(@Nullable String screen) {
    String words = " " + Folding.fold(screen == null ? "" : screen) + " ";
    return list().stream()
        .filter(each ->
            each.type() != Attribute.Type.FORMAT
                || !words.contains(" " + Folding.fold(each.title()) + " "))
        .toList();
  }

  /// The attributes in the interface's order.
  public List<Attribute> list() {
    List<Attribute> all = new ArrayList<>(Integer.bitCount(mask));
    for (Attribute attribute : Attribute.ALL) {
      if (has(attribute)) {
        all.add(attribute);
      }
    }
    return all;
  }
}
