package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.NaturalKey;
import org.marquee.listing.Folding;

/// A place where something is shown, made of all descriptions of it in the feed.
final class Venue {
  private static final int FEW = 32;

  /// Null where the feed gives it no name.
  final @Nullable String name;

  /// Its postcode, or else its town: what distinguishes it from others with its name.
  final @Nullable String where;

  private final List<Thing> places = new ArrayList<>(2);
  private final TreeSet<String> ids = new TreeSet<>();
  private boolean theatre;

  Venue(@Nullable String name, @Nullable String where) {
    this.name = name;
    this.where = where;
  }

  void add(Thing place) {
    theatre |= place.is("MovieTheater");
    String id = place.absoluteId();
    if (id != null) {
      ids.add(id);
    }
    if (places.size() < FEW) {
      places.add(place);
    }
  }

  boolean isTheatre() {
    return theatre;
  }

  /// Where it first occurs; null where it is only a name.
  @Nullable Thing first() {
    return places.isEmpty() ? null : places.getFirst();
  }

  boolean isCalled(String id) {
    return ids.contains(id);
  }

  /// What it is called throughout the feed: its one `@id`, else its name and where it is. Where
  /// pages give it ids of their own each, none of them is its.
  @Nullable String key() {
    if (ids.size() == 1) {
      return NaturalKey.of(ids.first());
    }
    if (name == null) {
      return ids.isEmpty() ? null : NaturalKey.of(ids.first());
    }
    String folded = Folding.fold(name);
    return NaturalKey.of(where == null ? folded : folded + " " + Folding.fold(where));
  }

  @Nullable String text(String... names) {
    return places.stream().flatMap(place -> place.texts(names).stream()).findFirst().orElse(null);
  }

  @Nullable Thing thing(String... names) {
    return places.stream().flatMap(place -> place.things(names).stream()).findFirst().orElse(null);
  }
}
