package org.marquee.site.programme;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Location;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.listing.SourceTerms;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.SitePage;
import org.marquee.site.common.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;

/// `/near`: what is on around a place, cinema by cinema, the nearest first, with a map.
public final class NearPage implements SitePage {
  private static final int CINEMAS = 5;
  private static final int TOWNS = 12;
  private static final double USUAL_RADIUS = 10;
  private static final double LARGEST_RADIUS = 100;

  /// The radii to choose from, in kilometres.
  public static final List<Integer> RADII = List.of(2, 5, 10, 25, 50, 100);

  private final Published published;
  private final Directory directory;

  public NearPage(Published published, Directory directory) {
    this.published = published;
    this.directory = directory;
  }

  /// A cinema of the list.
  ///
  /// @param number on the map; 0 where it is not there
  public record Venue(
      int number, Cinema cinema, ZoneId zone, @Nullable Double kilometres, List<VenueDay> days) {}

  /// A day of it.
  ///
  /// @param coverage in words
  public record VenueDay(
      LocalDate date, Coverage.State state, String coverage, List<ShownFilm> films) {}

  /// A tap.
  public record Tap(String text, String link, boolean selected) {}

  /// What the page shows.
  ///
  /// @param q as sent, for the field
  /// @param map null where there is none to draw
  /// @param hints what would be found otherwise, with links
  /// @param more the address of the next cinemas; empty where there are none
  public record View(
      String title,
      String q,
      NearForm form,
      List<Tap> taps,
      List<Venue> venues,
      @Nullable CinemaMap map,
      List<Tap> hints,
      List<Chain> chains,
      String more,
      List<SourceTerms> terms,
      @Nullable MadeOf madeOf) {
    /// Whether no showing was found around a place.
    public boolean isNothing() {
      return !taps.isEmpty() && isEmpty(venues);
    }
  }

  /// What the form keeps.
  public record NearForm(
      String latitude, String longitude, int radius, ShowingFilter filter, String chainId) {}

  @Override
  public Outcome show(Visit visit) {
    if (isTooExact(visit, "lat") || isTooExact(visit, "lon")) {
      return new Outcome.Elsewhere(rounded(visit));
    }
    Optional<NearPlace> place = NearPlace.of(visit, directory);
    View view = place.map(each -> around(each, visit)).orElseGet(() -> nowhere(visit));
    return new Outcome.Shown((out, plain) -> JtenearGenerated.render(out, plain, visit, view));
  }

  private static boolean isTooExact(Visit visit, String name) {
    return visit
        .number(name, -180, 180)
        .filter(number -> !Coordinates.isRounded(number))
        .isPresent();
  }

  private static String rounded(Visit visit) {
    List<Object> parameters = new ArrayList<>();
    for (String name : List.of("radius", "when", "date", "from", "chain")) {
      visit.parameter(name).ifPresent(value -> parameters.addAll(List.of(name, value)));
    }
    visit.attributes().list().forEach(each -> parameters.addAll(List.of("attribute", each.id())));
    visit
        .number("lat", -90, 90)
        .ifPresent(number -> parameters.addAll(List.of("lat", Coordinates.written(number))));
    visit
        .number("lon", -180, 180)
        .ifPresent(number -> parameters.addAll(List.of("lon", Coordinates.written(number))));
    return visit.link("/near", parameters.toArray());
  }

  private View nowhere(Visit visit) {
    String text = visit.parameter("q").orElse("");
    String title = text.isEmpty() ? visit.text("near.title") : visit.text("near.unknown", text);
    List<Tap> towns =
        directory.towns().stream()
            .flatMap(town ->
                NearPlace.of(town).stream()
                    .map(place ->
                        new Tap(
                            town.name(), visit.link("/near", place.parameters().toArray()), false)))
            .limit(TOWNS)
            .toList();
    return new View(
        title,
        text,
        form(visit, null),
        List.of(),
        List.of(),
        null,
        towns,
        directory.chains(),
        "",
        List.of(),
        null);
  }

  private static NearForm form(Visit visit, @Nullable NearPlace place) {
    return new NearForm(
        place == null || !place.name().isEmpty() ? "" : place.latitude(),
        place == null || !place.name().isEmpty() ? "" : place.longitude(),
        (int) radius(visit),
        ShowingFilter.of(visit),
        visit.parameter("chain").orElse(""));
  }

  private static double radius(Visit visit) {
    return visit.number("radius", 1, LARGEST_RADIUS).orElse(USUAL_RADIUS);
  }

  private View around(NearPlace place, Visit visit) {
    double radius = radius(visit);
    InterfaceRequest here = place.around(InterfaceRequest.programme());
    InterfaceRequest chosen = here.with("chainId", visit.parameter("chain").orElse(null));
    When likely = When.of(visit, visit.today(List.of()));
    ListPage<ProgrammeEntry> first = page(chosen, likely, visit);
    When when = When.of(visit, visit.today(first.records()));
    ListPage<ProgrammeEntry> page = when.equals(likely) ? first : page(chosen, when, visit);
    ShowingFilter filter = new ShowingFilter(visit.attributes(), when.from());
    CinemaMap map = map(place, page, radius);
    List<Venue> venues = venues(page, filter, map, visit);
    return new View(
        place.name().isEmpty() ? visit.text("near.here") : visit.text("near.place", place.name()),
        visit.parameter("q").orElse(""),
        form(visit, place),
        taps(place, when, visit),
        venues,
        map,
        isEmpty(venues)
            ? new NearHints(published, place, when, visit).of(chosen, filter, radius)
            : List.of(),
        directory.chains(),
        page.next() == null
            ? ""
            : address(
                place,
                radius(visit),
                when.parameters(),
                visit,
                "from",
                visit.parameter("from").orElse(""),
                "cursor",
                page.next()),
        visit.terms(page.records().stream().flatMap(each -> each.provenances().stream())),
        MadeOf.of(asked(chosen, when, visit), page.first())
            .with("CSV", place.around(InterfaceRequest.cinemas()).target(".csv")));
  }

  private static InterfaceRequest asked(InterfaceRequest chosen, When when, Visit visit) {
    return chosen
        .with("radiusKm", (int) radius(visit))
        .with("date", when.first())
        .with("days", when.days() == 1 ? null : when.days())
        .with("limit", CINEMAS);
  }

  private ListPage<ProgrammeEntry> page(InterfaceRequest chosen, When when, Visit visit) {
    String cursor = visit.parameter("cursor").orElse(null);
    return published.programme(asked(chosen, when, visit).with("cursor", cursor));
  }

  private static boolean isEmpty(List<Venue> venues) {
    return venues.stream()
        .flatMap(venue -> venue.days().stream())
        .allMatch(day -> day.films().isEmpty());
  }

  private @Nullable CinemaMap map(NearPlace place, ListPage<ProgrammeEntry> page, double radius) {
    Location first =
        page.records().isEmpty() ? null : page.records().getFirst().cinema().location();
    Double latitude =
        place.postcode().isEmpty() || first == null ? degrees(place.latitude()) : first.latitude();
    Double longitude =
        place.postcode().isEmpty() || first == null
            ? degrees(place.longitude())
            : first.longitude();
    if (latitude == null || longitude == null) {
      return null;
    }
    CinemaMap map = CinemaMap.of(page.records(), latitude, longitude, radius);
    return map.isWorthDrawing() ? map : null;
  }

  private static @Nullable Double degrees(String text) {
    return text.isEmpty() ? null : Double.valueOf(text);
  }

  private static List<Venue> venues(
      ListPage<ProgrammeEntry> page, ShowingFilter filter, @Nullable CinemaMap map, Visit visit) {
    List<Venue> venues = new ArrayList<>();
    for (ProgrammeEntry entry : page.records()) {
      int number =
          map == null
              ? 0
              : map.points().stream()
                  .filter(point -> point.cinema().id().equals(entry.cinema().id()))
                  .mapToInt(CinemaMap.Point::number)
                  .findFirst()
                  .orElse(0);
      venues.add(
          new Venue(
              number,
              entry.cinema(),
              entry.clock(),
              entry.kilometres(),
              entry.days().stream().map(day -> day(day, entry, filter, visit)).toList()));
    }
    return venues;
  }

  private static VenueDay day(Day day, ProgrammeEntry entry, ShowingFilter filter, Visit visit) {
    return new VenueDay(
        day.date(),
        day.coverage().state(),
        CoverageWords.of(day.coverage(), !day.films().isEmpty(), entry.clock(), visit),
        filter.films(day, entry.clock(), visit.now()));
  }

  private static List<Tap> taps(NearPlace place, When when, Visit visit) {
    return When.WORDS.stream()
        .map(word ->
            new Tap(
                visit.text("when." + word),
                address(place, radius(visit), List.of("when", word), visit),
                word.equals(when.word())))
        .toList();
  }

  /// The page of the same choice with another radius or other days.
  static String address(NearPlace place, double radius, List<?> days, Visit visit, Object... more) {
    List<Object> parameters = place.parameters();
    parameters.addAll(List.of("radius", radius == USUAL_RADIUS ? "" : (int) radius));
    visit.parameter("chain").ifPresent(each -> parameters.addAll(List.of("chain", each)));
    visit.attributes().list().forEach(each -> parameters.addAll(List.of("attribute", each.id())));
    parameters.addAll(days);
    parameters.addAll(List.of(more));
    return visit.link("/near", parameters.toArray());
  }
}
