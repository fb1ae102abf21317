package org.marquee.feed.icalendar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.ScreenNames;
import org.marquee.listing.Folding;

/// What the locations of events mean: a screen, a venue, or both, as `Rex - Screen 2, 1 Pier
/// Approach`.
final class Places {
  private final FeedRecord.@Nullable Cinema described;
  private final @Nullable String calendar;

  /// By folded text, all that is not a screen.
  private final Map<String, String> venues = new LinkedHashMap<>();

  /// @param calendar what the calendar is called
  Places(FeedRecord.@Nullable Cinema described, @Nullable String calendar) {
    this.described = described;
    this.calendar = calendar;
  }

  /// A location read.
  ///
  /// @param venue what is left without the screen; empty where nothing is
  record VenueName(String venue, @Nullable String screen) {
    static VenueName of(@Nullable String location) {
      List<String> parts =
          Stream.of((location == null ? "" : location).split("[,;|\\n]| [-–—] ", -1))
              .map(String::strip)
              .filter(part -> !part.isEmpty())
              .toList();
      String screen = parts.stream().filter(ScreenNames::isScreen).findFirst().orElse(null);
      String venue =
          parts.stream()
              .filter(part -> !ScreenNames.isScreen(part))
              .collect(Collectors.joining(", "));
      return new VenueName(venue, screen);
    }
  }

  void note(@Nullable String location) {
    String venue = VenueName.of(location).venue();
    if (!venue.isEmpty()) {
      venues.putIfAbsent(Folding.fold(venue), venue);
    }
  }

  @Nullable String screen(@Nullable String location) {
    VenueName place = VenueName.of(location);
    return place.screen() == null && isRoom(place.venue()) ? place.venue() : place.screen();
  }

  /// Whether a location is a room of the described cinema with a name of its own: one of several,
  /// without an address, and not the cinema.
  private boolean isRoom(String venue) {
    return isOther(venue) && venue.indexOf(',') < 0;
  }

  /// Whether an event there is not in the cinema that the operator described.
  boolean isElsewhere(@Nullable String location) {
    String venue = VenueName.of(location).venue();
    return isOther(venue) && venue.indexOf(',') >= 0;
  }

  /// Whether it is one of several places, and not the described cinema.
  private boolean isOther(String venue) {
    return described != null && venues.size() > 1 && !venue.isEmpty() && !isAt(described, venue);
  }

  private static boolean isAt(FeedRecord.Cinema cinema, String venue) {
    String text = " " + Folding.fold(venue) + " ";
    String name = Folding.fold(cinema.name());
    String first = Folding.fold(venue.split(",", 2)[0]);
    return text.contains(" " + name + " ")
        || (!first.isEmpty() && (" " + name + " ").contains(" " + first + " "))
        || says(text, cinema.postcode())
        || says(text, cinema.address());
  }

  private static boolean says(String text, @Nullable String what) {
    return what != null && text.contains(" " + Folding.fold(what) + " ");
  }

  /// The external id of the cinema of an event there; null where nothing names it.
  @Nullable String cinema(@Nullable String location) {
    if (described != null) {
      return described.externalId();
    }
    String venue = VenueName.of(location).venue();
    if (isCalendars(venue)) {
      return NaturalKey.of(Folding.fold(String.valueOf(calendar)));
    }
    if (venue.isEmpty() && venues.size() == 1) {
      venue = venues.values().iterator().next();
    }
    return venue.isEmpty() ? null : NaturalKey.of(Folding.fold(venue));
  }

  /// Whether events there are in the cinema that the calendar is called after: where all are in one
  /// place, which may be only an address, and where the place has the calendar's name in it.
  private boolean isCalendars(String venue) {
    return calendar != null
        && (venues.size() < 2
            || (" " + Folding.fold(venue) + " ").contains(" " + Folding.fold(calendar) + " "));
  }

  /// The calendar's name, and behind it the address if the one place of its events is one.
  private String named(String name) {
    String place = venues.size() == 1 ? venues.values().iterator().next() : "";
    String folded = Folding.fold(place.split(",", 2)[0]);
    String address =
        folded.equals(Folding.fold(name)) ? place.replaceFirst("^[^,]*,? ?", "") : place;
    return address.isEmpty() ? name : name + ", " + address;
  }

  /// The cinemas that the feed names, by external id: their names, and what follows them.
  Map<String, String> cinemas() {
    Map<String, String> cinemas = new LinkedHashMap<>();
    if (described != null) {
      cinemas.put(described.externalId(), described.name());
      return cinemas;
    }
    venues.forEach((folded, venue) -> {
      if (!isCalendars(venue)) {
        cinemas.put(NaturalKey.of(folded), venue);
      }
    });
    if (calendar != null && (venues.size() < 2 || cinemas.size() < venues.size())) {
      cinemas.put(NaturalKey.of(Folding.fold(calendar)), named(calendar));
    }
    return cinemas;
  }
}
