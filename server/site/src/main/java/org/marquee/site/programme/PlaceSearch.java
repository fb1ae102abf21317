package org.marquee.site.programme;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.marquee.listing.Cinema;
import org.marquee.listing.Folding;
import org.marquee.listing.Place.Fit;
import org.marquee.listing.Place.Found;
import org.marquee.site.programme.Directory.Located;
import org.marquee.site.programme.Directory.Town;

/// Takes words for the place that they name: what the search for places finds, or a cinema. Where
/// several fit, the visitor is asked.
final class PlaceSearch {
  private static final int CHOICES = 12;

  /// Enough for all that begin so.
  private static final int MOST = 100;

  private static final Set<Fit> POSTCODES = Set.of(Fit.POSTCODE_BEGINNING, Fit.POSTCODE_NEAR);

  private final String text;
  private final Directory directory;
  private final List<Found> found;

  PlaceSearch(String text, Directory directory) {
    this.text = text;
    this.directory = directory;
    found =
        directory.searchPlaces(text, MOST).stream()
            .filter(each -> each.place().cinemas() > 0)
            .toList();
  }

  /// By the words as they are, or a beginning. A town that cinemas are in comes before a cinema,
  /// and one that cinemas are near comes after it.
  MeantPlace named() {
    List<Found> same = those(each -> each.fit() == Fit.NAME && each.own());
    if (!same.isEmpty()) {
      return new MeantPlace.One(place(same.getFirst()));
    }
    if (!those(each -> each.fit() == Fit.POSTCODE).isEmpty()) {
      return new MeantPlace.One(NearPlace.postcode(text));
    }
    List<Found> postcodes = those(each -> POSTCODES.contains(each.fit()));
    if (!postcodes.isEmpty()) {
      return postcode(postcodes);
    }
    for (Fit fit : List.of(Fit.BEGINNING, Fit.WORD)) {
      List<Found> towns = those(each -> each.fit() == fit && each.own());
      if (!towns.isEmpty()) {
        return places(towns);
      }
    }
    MeantPlace cinemas = cinemas();
    return cinemas.equals(MeantPlace.Several.NONE) ? near() : cinemas;
  }

  private MeantPlace near() {
    List<Found> same = those(each -> each.fit() == Fit.NAME);
    return same.isEmpty()
        ? places(those(each -> each.fit() == Fit.BEGINNING || each.fit() == Fit.WORD))
        : new MeantPlace.One(place(same.getFirst()));
  }

  private List<Found> those(Predicate<Found> fit) {
    return found.stream().filter(fit).toList();
  }

  /// By the spelling of a town; where several are as near, the visitor is asked.
  MeantPlace spelled() {
    List<Found> spelled = those(each -> each.fit() == Fit.SPELLED);
    List<Found> own = spelled.stream().filter(Found::own).toList();
    List<Found> near = own.isEmpty() ? spelled : own;
    List<Found> nearest =
        near.stream().filter(each -> each.wrong() == near.getFirst().wrong()).toList();
    if (nearest.size() == 1 && nearest.getFirst().wrong() == 1) {
      NearPlace place = place(nearest.getFirst());
      return new MeantPlace.One(place.from("near.centre.spelled", text, place.name()));
    }
    return several(nearest);
  }

  private static MeantPlace several(List<Found> places) {
    return new MeantPlace.Several(places.stream().limit(CHOICES).map(PlaceSearch::place).toList());
  }

  private static MeantPlace places(List<Found> places) {
    return places.size() == 1 ? new MeantPlace.One(place(places.getFirst())) : several(places);
  }

  private static NearPlace place(Found found) {
    return NearPlace.of(found.place().name(), found.place().name(), found);
  }

  /// The place of a town with a position.
  static NearPlace place(Town town) {
    Cinema first = town.first();
    if (first == null) {
      throw new IllegalArgumentException(town.name());
    }
    return NearPlace.of(town.name(), town.name(), first);
  }

  /// The cinemas whose names and towns have all the words, or words that begin with them.
  private MeantPlace cinemas() {
    String folded = Folding.fold(text);
    if (folded.isEmpty()) {
      return MeantPlace.Several.NONE;
    }
    List<String> words = Stream.of(folded.split(" ", -1)).map(each -> " " + each).toList();
    List<Cinema> cinemas =
        directory.located().stream()
            .filter(each -> words.stream().allMatch(each.words()::contains))
            .map(Located::cinema)
            .toList();
    return cinemas.size() == 1
        ? new MeantPlace.One(NearPlace.of(cinemas.getFirst().name(), text, cinemas.getFirst()))
        : new MeantPlace.Several(
            cinemas.stream()
                .limit(CHOICES)
                .map(
                    each -> NearPlace.of(each.name() + ", " + each.location().locality(), "", each))
                .toList());
  }

  private static NearPlace labelled(Found postcode) {
    String name = postcode.place().name();
    return NearPlace.of(name + ", " + postcode.cinema(), name, postcode);
  }

  /// The first postcode that begins as this one does; of several countries the visitor is asked.
  private MeantPlace postcode(List<Found> postcodes) {
    Set<String> countries = new HashSet<>();
    List<Found> ofEach =
        postcodes.stream().filter(each -> countries.add(each.place().countryCode())).toList();
    if (ofEach.size() > 1) {
      return new MeantPlace.Several(ofEach.stream().map(PlaceSearch::labelled).toList());
    }
    Found first = ofEach.getFirst();
    String beginning = Postcode.beginning(text, first.place().name());
    return new MeantPlace.One(
        NearPlace.of(text, text, first).from("near.centre.beginning", first.cinema(), beginning));
  }
}
