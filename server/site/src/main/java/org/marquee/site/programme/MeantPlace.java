package org.marquee.site.programme;

import java.util.List;
import java.util.Optional;
import org.marquee.site.frame.Visit;

/// What a visitor means by a place.
sealed interface MeantPlace {
  /// One place.
  record One(NearPlace place) implements MeantPlace {}

  /// Several, which the visitor is asked about; none where nothing fits.
  record Several(List<NearPlace> places) implements MeantPlace {
    /// Nothing that is known.
    static final Several NONE = new Several(List.of());

    public Several {
      places = List.copyOf(places);
    }
  }

  /// The place that an address names: a position, or words.
  static MeantPlace of(Visit visit, Directory directory) {
    Optional<Double> latitude = visit.number("lat", -90, 90);
    Optional<Double> longitude = visit.number("lon", -180, 180);
    if (latitude.isPresent() && longitude.isPresent()) {
      return new One(NearPlace.at(latitude.get(), longitude.get()));
    }
    String text = visit.parameter("q").orElse("");
    PlaceSearch search = new PlaceSearch(text, directory);
    MeantPlace named = search.named();
    return named.equals(Several.NONE) ? search.spelled() : named;
  }

  /// The place, where it is one.
  default Optional<NearPlace> only() {
    return switch (this) {
      case One(NearPlace place) -> Optional.of(place);
      case Several _ -> Optional.empty();
    };
  }

  /// The places to choose from.
  default List<NearPlace> choices() {
    return switch (this) {
      case One _ -> List.of();
      case Several(List<NearPlace> places) -> places;
    };
  }
}
