package org.marquee.site.programme;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Overview;
import org.marquee.listing.Overview.FirstListed;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/new.atom`: the new films as an Atom feed; with a place what is new there: films that were not
/// listed there before, and further days of theirs, once each (docs/pages.md, "Feeds of a place").
/// Its ids are made of the ids of the films, so that they last.
public final class NewFilmsFeed implements SitePage {
  private static final Duration TOLD_FOR = Duration.ofDays(30);
  private static final int ENTRIES = 100;

  private final NewFilmsPage page;
  private final Published published;
  private final Directory directory;
  private final Overview overview;

  public NewFilmsFeed(
      NewFilmsPage page, Published published, Directory directory, Overview overview) {
    this.page = page;
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// The address of the feed of a place.
  ///
  /// @param filmId of the only film; null: of all
  static String address(NearPlace place, @Nullable String filmId, Visit visit) {
    List<Object> parameters = new ArrayList<>(place.parameters());
    parameters.addAll(List.of("radius", visit.parameter("radius").orElse("")));
    parameters.addAll(List.of("film", filmId == null ? "" : filmId));
    if (!visit.languageAsked()) {
      // A feed reader asks for no language.
      parameters.addAll(List.of("lang", visit.language().code()));
    }
    return visit.link("/new.atom", parameters.toArray());
  }

  @Override
  public Outcome show(Visit visit) {
    if (Stream.of("q", "lat", "lon", "film").allMatch(each -> visit.parameter(each).isEmpty())) {
      return ofAllPlaces(visit);
    }
    if (Coordinates.areTooExact(visit)) {
      return new Outcome.Elsewhere(Coordinates.rounded(visit));
    }
    Optional<Film> film = visit.parameter("film").flatMap(published::film);
    if (film.isEmpty() && visit.parameter("film").isPresent()) {
      return new Outcome.Missing("film");
    }
    return MeantPlace.of(visit, directory)
        .only()
        .<Outcome>map(place -> ofPlace(place, film.orElse(null), visit))
        .orElseGet(() -> new Outcome.Missing("place"));
  }

  private Outcome ofAllPlaces(Visit visit) {
    NewFilmsPage.NewFilmsView view = page.view(visit);
    return new AtomFeed(
            visit.text("new.title"),
            "urn:marquee:new",
            visit.link("/new.atom"),
            visit.link("/new"),
            view.since().atStartOfDay(ZoneOffset.UTC).toInstant(),
            view.films().stream()
                .map(each ->
                    new AtomFeed.Entry(
                        each.film().title(),
                        "urn:marquee:" + each.film().id(),
                        each.at(),
                        visit.link("/films/" + each.film().id()),
                        visit.text("new.listed", visit.words().day(each.day()))))
                .toList())
        .document(visit);
  }

  private Outcome ofPlace(NearPlace place, @Nullable Film film, Visit visit) {
    int radius = NearChoice.radius(visit);
    String where = place.name().isEmpty() ? visit.text("near.here") : place.name();
    String id = "urn:marquee:new:" + key(place) + ":" + radius;
    InterfaceRequest around = place.around(InterfaceRequest.cinemas()).with("radiusKm", radius);
    List<String> cinemas =
        Directory.all(around, published::cinemas, Cinema::id).stream().map(Cinema::id).toList();
    // By the day, so that the database is asked the same for a while.
    Instant since = visit.now().minus(TOLD_FOR).truncatedTo(ChronoUnit.DAYS);
    List<AtomFeed.Entry> entries = new ArrayList<>();
    for (FirstListed each :
        overview.firstListed(cinemas, film == null ? null : film.id(), since, ENTRIES)) {
      published
          .film(each.filmId())
          .ifPresent(its -> entries.add(entry(each, its, id, where, place, visit)));
    }
    String title = visit.text("feed.title", where);
    String of = film == null ? "" : ":" + film.id();
    return new AtomFeed(
            film == null ? title : film.title() + " · " + title,
            id + of,
            address(place, film == null ? null : film.id(), visit),
            film == null
                ? visit.link("/near", place.parameters().toArray())
                : visit.link("/films/" + film.id(), place.parameters().toArray()),
            Instant.EPOCH,
            entries)
        .document(visit);
  }

  private static AtomFeed.Entry entry(
      FirstListed each, Film film, String id, String where, NearPlace place, Visit visit) {
    String day = visit.words().day(each.day());
    List<Object> parameters = new ArrayList<>(List.of("date", each.day()));
    parameters.addAll(place.parameters());
    String link = visit.link("/films/" + film.id(), parameters.toArray());
    return each.isFurtherDay()
        ? new AtomFeed.Entry(
            visit.text("feed.day", film.title(), where, day),
            id + ":" + each.toldAs() + ":" + each.day(),
            each.listedAt(),
            link,
            visit.text("feed.day.what", day))
        : new AtomFeed.Entry(
            visit.text("feed.listed", film.title(), where),
            id + ":" + each.toldAs(),
            each.listedAt(),
            link,
            visit.text("feed.listed.what", day));
  }

  /// A place in ids: the same for all spellings of its name.
  private static String key(NearPlace place) {
    return place.q().isEmpty()
        ? place.latitude() + "," + place.longitude()
        : URLEncoder.encode(Folding.fold(place.q()), UTF_8).replace("+", "%20");
  }
}
