package org.marquee.site.programme;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.listing.Cinema;
import org.marquee.listing.Folding;
import org.marquee.site.programme.Directory.Located;
import org.marquee.site.programme.Directory.Town;

/// Finds the place that words name: a town or a postcode as they are, the beginning of one, a
/// cinema, or a town with a letter wrong. Where several fit, the visitor is asked.
final class PlaceSearch {
  /// Shorter words fit too much.
  private static final int SHORTEST = 2;

  /// Shorter names are near each other by chance.
  private static final int SHORTEST_SPELLED = 4;

  private static final int CHOICES = 12;

  private final String text;
  private final String folded;
  private final Directory directory;

  PlaceSearch(String text, Directory directory) {
    this.text = text;
    this.directory = directory;
    folded = Folding.fold(text);
  }

  /// By the words as they are, or a beginning.
  MeantPlace named() {
    if (folded.length() < SHORTEST) {
      return MeantPlace.Several.NONE;
    }
    List<Town> same = towns(each -> each.folded().equals(folded) ? 0 : 1);
    if (!same.isEmpty()) {
      return new MeantPlace.One(place(same.getFirst()));
    }
    if (directory.hasPostcode(text)) {
      return new MeantPlace.One(NearPlace.postcode(text));
    }
    MeantPlace postcode =
        folded.chars().anyMatch(Character::isDigit) ? postcode() : MeantPlace.Several.NONE;
    if (!postcode.equals(MeantPlace.Several.NONE)) {
      return postcode;
    }
    MeantPlace beginning = places(towns(each -> each.folded().startsWith(folded) ? 0 : 1));
    return beginning.equals(MeantPlace.Several.NONE) ? cinemas() : beginning;
  }

  /// By the spelling of a town: one letter more, less, wrong or exchanged with the next is taken
  /// for it; of two the visitor is asked.
  MeantPlace spelled() {
    if (folded.length() < SHORTEST_SPELLED) {
      return MeantPlace.Several.NONE;
    }
    List<Town> near = towns(each -> Math.max(0, distance(each) - 1));
    if (near.size() == 1) {
      NearPlace place = place(near.getFirst());
      return new MeantPlace.One(place.from("near.centre.spelled", text, place.name()));
    }
    List<Town> farther =
        near.isEmpty() && folded.length() > 2 * SHORTEST_SPELLED
            ? towns(each -> Math.max(0, distance(each) - 2))
            : near;
    return new MeantPlace.Several(farther.stream().limit(CHOICES).map(PlaceSearch::place).toList());
  }

  /// To the name, or to its first word.
  private int distance(Town town) {
    String name = town.folded();
    int space = name.indexOf(' ');
    int whole = SpellingDistance.distance(folded, name);
    return space < SHORTEST_SPELLED
        ? whole
        : Math.min(whole, SpellingDistance.distance(folded, name.substring(0, space)));
  }

  /// The towns with a position that fit, those with the most cinemas first.
  ///
  /// @param misfit 0 where it fits
  private List<Town> towns(ToIntFunction<Town> misfit) {
    return directory.towns().stream()
        .filter(each -> each.first() != null && misfit.applyAsInt(each) == 0)
        .toList();
  }

  private static MeantPlace places(List<Town> towns) {
    return towns.size() == 1
        ? new MeantPlace.One(place(towns.getFirst()))
        : new MeantPlace.Several(towns.stream().limit(CHOICES).map(PlaceSearch::place).toList());
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
    List<String> words = Stream.of(folded.split(" ", -1)).map(each -> " " + each).toList();
    List<Cinema> found =
        directory.located().stream()
            .filter(each -> words.stream().allMatch(each.words()::contains))
            .map(Located::cinema)
            .toList();
    return found.size() == 1
        ? new MeantPlace.One(NearPlace.of(found.getFirst().name(), text, found.getFirst()))
        : choose(found);
  }

  private static MeantPlace choose(List<Cinema> cinemas) {
    return new MeantPlace.Several(
        cinemas.stream()
            .limit(CHOICES)
            .map(each -> NearPlace.of(each.name() + ", " + each.location().locality(), "", each))
            .toList());
  }

  /// The cinema whose postcode begins as this one does, by as many letters as that of any other.
  private MeantPlace postcode() {
    List<Located> all = directory.located();
    int most = all.stream().mapToInt(this::shared).max().orElse(0);
    if (most == 0) {
      return MeantPlace.Several.NONE;
    }
    List<Cinema> found =
        all.stream().filter(each -> shared(each) == most).map(Located::cinema).toList();
    Set<String> countries =
        found.stream().map(each -> each.location().countryCode()).collect(Collectors.toSet());
    if (countries.size() > 1) {
      Set<String> seen = new HashSet<>();
      return choose(
          found.stream().filter(each -> seen.add(each.location().countryCode())).toList());
    }
    Cinema first = Collections.min(found, Comparator.comparing(each -> each.location().postcode()));
    String beginning = Postcode.beginning(first.location().postcode(), most);
    return new MeantPlace.One(
        NearPlace.of(text, text, first).from("near.centre.beginning", first.name(), beginning));
  }

  private int shared(Located cinema) {
    return Postcode.shared(text, cinema.cinema().location().postcode());
  }
}
