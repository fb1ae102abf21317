package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.member.ScreenNames;
import org.marquee.listing.Folding;

/// The venues of a feed. Two places are one venue if they have one `@id`; or one name, and nothing
/// that they say of where they are tells them apart.
final class Venues {
  private static final String[] CONTAINERS = {"containedInPlace", "containedIn"};

  private final Map<Thing, Venue> byThing = new HashMap<>();
  private final Map<String, Venue> byId = new HashMap<>();
  private final Map<String, Map<String, Venue>> byName = new HashMap<>();
  private final List<Venue> all = new ArrayList<>();

  record Spot(@Nullable Venue venue, @Nullable String screen) {
    static final Spot UNKNOWN = new Spot(null, null);
  }

  /// Takes in the cinemas of the feed: first those with an address, so that others of the same name
  /// find them.
  Venues(List<Thing> things) {
    List<Thing> theatres =
        things.stream()
            .filter(thing -> thing.is("MovieTheater") && !thing.isReference())
            .filter(thing -> !isScreen(thing))
            .toList();
    theatres.stream().filter(thing -> where(thing) != null).forEach(this::venue);
    theatres.stream().filter(thing -> where(thing) == null).forEach(this::venue);
  }

  List<Venue> all() {
    return all;
  }

  /// The only venue of the feed; null where there are none or several.
  @Nullable Venue only() {
    return all.size() == 1 ? all.getFirst() : null;
  }

  Spot spot(List<Term> locations) {
    Spot spot = Spot.UNKNOWN;
    for (Term location : locations) {
      Spot found =
          switch (location) {
            case Term.Literal(String text) -> named(Names.words(text));
            case Thing thing -> spot(thing);
          };
      spot =
          new Spot(
              spot.venue() == null ? found.venue() : spot.venue(),
              spot.screen() == null ? found.screen() : spot.screen());
    }
    return spot;
  }

  private Spot spot(Thing place) {
    if (place.is("VirtualLocation", "PostalAddress")) {
      return Spot.UNKNOWN;
    }
    String name = name(place);
    if (isScreen(place)) {
      List<Thing> containers = place.things(CONTAINERS);
      return new Spot(containers.isEmpty() ? null : venue(containers.getFirst()), name);
    }
    return new Spot(venue(place), null);
  }

  private Spot named(String text) {
    if (text.isEmpty()) {
      return Spot.UNKNOWN;
    }
    return ScreenNames.isScreen(text) ? new Spot(null, text) : new Spot(find(text, null), null);
  }

  /// Whether a place is a screen: a room by name, within a cinema or anywhere.
  private static boolean isScreen(Thing place) {
    String name = name(place);
    if (name == null) {
      return false;
    }
    List<Thing> containers = place.things(CONTAINERS);
    if (containers.isEmpty()) {
      return !place.is("MovieTheater") && ScreenNames.isScreen(name);
    }
    return containers.getFirst().is("MovieTheater") || ScreenNames.isScreen(name);
  }

  /// The venue that `place` is about; null where it has neither a name nor an id.
  private @Nullable Venue venue(Thing place) {
    @Nullable Venue known = byThing.get(place);
    if (known != null) {
      return known;
    }
    String id = place.absoluteId();
    String name = name(place);
    @Nullable Venue venue = id == null ? null : byId.get(id);
    if (venue == null && name != null) {
      venue = find(name, where(place));
    }
    if (venue == null && id != null && !place.isReference()) {
      venue = added(new Venue(null, null));
    }
    if (venue != null) {
      venue.add(place);
      byThing.put(place, venue);
      if (id != null) {
        byId.put(id, venue);
      }
    }
    return venue;
  }

  /// The venue of that name there, a new one if need be. Without `where`, the only one of that
  /// name.
  private Venue find(String name, @Nullable String where) {
    String folded = Folding.fold(name);
    Map<String, Venue> namesakes = byName.computeIfAbsent(folded, _ -> new HashMap<>());
    if (where == null && namesakes.size() == 1) {
      return namesakes.values().iterator().next();
    }
    return namesakes.computeIfAbsent(
        where == null ? "" : Folding.fold(where), _ -> added(new Venue(name, where)));
  }

  private Venue added(Venue venue) {
    all.add(venue);
    return venue;
  }

  private static @Nullable String name(Thing place) {
    String name = place.text("name");
    return name == null ? null : Names.words(name);
  }

  private static @Nullable String where(Thing place) {
    return place.things("address").stream()
        .flatMap(address -> Stream.ofNullable(address.text("postalCode", "addressLocality")))
        .findFirst()
        .map(Names::words)
        .orElse(null);
  }

  /// The venue that the operator's description is about; null where the feed has none that can be
  /// told to be it, and several.
  @Nullable Venue described(FeedRecord.Cinema cinema) {
    return Stream.<Predicate<Venue>>of(
            venue -> venue.isCalled(cinema.externalId()),
            venue -> isSame(venue.name, cinema.name()),
            venue -> isSame(venue.where, cinema.postcode()))
        .flatMap(test -> all.stream().filter(test))
        .findFirst()
        .orElse(only());
  }

  private static boolean isSame(@Nullable String one, @Nullable String other) {
    return one != null && other != null && Folding.fold(one).equals(Folding.fold(other));
  }
}
