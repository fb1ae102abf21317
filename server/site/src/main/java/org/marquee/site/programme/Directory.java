package org.marquee.site.programme;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Folding;
import org.marquee.listing.Place;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.programme.AnswerReader.ListPage;

/// All cinemas and chains, read once for each state of the data. Safe for many threads.
public final class Directory {
  private final Published published;
  private volatile @Nullable Content kept;

  public Directory(Published published) {
    this.published = published;
  }

  /// A town.
  ///
  /// @param cinemas how many it has
  /// @param first its first cinema with a position; null where none has one
  record Town(String name, long cinemas, @Nullable Cinema first) {}

  /// A cinema with a position.
  ///
  /// @param words its name and town, folded, each word behind a space
  record Located(Cinema cinema, String words) {}

  private record Content(
      Revision revision,
      List<Cinema> cinemas,
      List<Chain> chainList,
      Map<String, Chain> chains,
      List<Town> towns,
      List<Located> located) {}

  /// All cinemas by name.
  public List<Cinema> cinemas() {
    return content().cinemas();
  }

  /// The chain with an id.
  Optional<Chain> chain(String id) {
    return Optional.ofNullable(content().chains().get(id));
  }

  /// All chains by name.
  List<Chain> chains() {
    return content().chainList();
  }

  /// The places that words fit best.
  List<Place.Found> searchPlaces(String text, int most) {
    return published.searchPlaces(text, most);
  }

  /// All cinemas with a position by name.
  List<Located> located() {
    return content().located();
  }

  /// The cinemas of a chain by name.
  List<Cinema> cinemasOf(String chainId) {
    return cinemas().stream().filter(each -> chainId.equals(each.chainId())).toList();
  }

  /// All towns, those with the most cinemas first.
  List<Town> towns() {
    return content().towns();
  }

  private Content content() {
    Content known = kept;
    return known != null && known.revision().equals(published.revision()) ? known : read();
  }

  /// One visitor reads, the others wait: that takes no longer.
  private synchronized Content read() {
    Revision revision = published.revision();
    Content known = kept;
    if (known != null && known.revision().equals(revision)) {
      return known;
    }
    List<Cinema> cinemas = all(InterfaceRequest.cinemas(), published::cinemas, Cinema::id);
    List<Chain> chains = all(InterfaceRequest.chains(), published::chains, Chain::id);
    List<Town> towns = towns(cinemas);
    List<Located> located =
        cinemas.stream().filter(Directory::hasPosition).map(Directory::located).toList();
    Content read =
        new Content(
            revision,
            cinemas,
            chains,
            chains.stream().collect(toMap(Chain::id, Function.identity())),
            towns,
            located);
    kept = read;
    return read;
  }

  private static boolean hasPosition(Cinema cinema) {
    return cinema.location().latitude() != null && cinema.location().longitude() != null;
  }

  private static Located located(Cinema cinema) {
    String town = Folding.fold(cinema.location().locality());
    return new Located(cinema, " " + Folding.fold(cinema.name()) + " " + town);
  }

  /// A record whose name changes between two pages stands on both: the later one counts.
  static <T> List<T> all(
      InterfaceRequest list,
      Function<InterfaceRequest, ListPage<T>> reader,
      Function<T, String> id) {
    SequencedMap<String, T> all = new LinkedHashMap<>();
    InterfaceRequest request = list.with("limit", Position.PAGE.most());
    String next = null;
    do {
      ListPage<T> page = reader.apply(request.with("cursor", next));
      page.records().forEach(each -> all.putLast(id.apply(each), each));
      next = page.next();
    } while (next != null);
    return List.copyOf(all.values());
  }

  private static List<Town> towns(List<Cinema> cinemas) {
    record Name(String locality, String country) {}
    Map<Name, Long> counts =
        cinemas.stream()
            .map(Cinema::location)
            .collect(groupingBy(each -> new Name(each.locality(), each.countryCode()), counting()));
    Map<Name, Cinema> first =
        cinemas.stream()
            .filter(Directory::hasPosition)
            .collect(
                toMap(
                    each -> new Name(each.location().locality(), each.location().countryCode()),
                    Function.identity(),
                    (one, _) -> one));
    return counts.entrySet().stream()
        .map(each -> new Town(each.getKey().locality(), each.getValue(), first.get(each.getKey())))
        .sorted(Comparator.comparingLong(Town::cinemas).reversed().thenComparing(Town::name))
        .toList();
  }
}
