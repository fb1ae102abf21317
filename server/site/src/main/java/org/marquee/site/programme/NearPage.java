package org.marquee.site.programme;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.coverage.Coverage;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Location;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.listing.SourceTerms;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;
import org.marquee.site.frame.Words;

/// `/near`: what is on around a place, cinema by cinema, the nearest first, or film by film; with a
/// map.
public final class NearPage implements SitePage {
  private static final int TOWNS = 12;

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
      DayLinks links, Coverage.State state, String coverage, List<ShownFilm> films) {}

  /// A tap.
  public record Tap(String text, String link, boolean selected) {}

  /// What the page shows.
  ///
  /// @param centre what distances are measured from, in words; may be empty
  /// @param day the days in words; empty where no place is known
  /// @param named the only day by its name: today, tomorrow; empty where it has none
  /// @param orders by cinema and by film
  /// @param films by film; else empty
  /// @param venues by film with the coverage of their days alone
  /// @param map null where there is none to draw
  /// @param unknown the cinemas of which nothing is known on the day, where some are left out
  /// @param hints what would be found otherwise, with links
  /// @param more the address of the next cinemas; empty where there are none
  public record NearView(
      String title,
      String centre,
      String day,
      String named,
      NearForm form,
      List<Tap> taps,
      List<Tap> orders,
      List<NearFilm> films,
      List<Venue> venues,
      @Nullable CinemaMap map,
      UnknownDays unknown,
      List<Tap> hints,
      List<Chain> chains,
      String more,
      List<SourceTerms> terms,
      Head head,
      @Nullable MadeOf madeOf) {
    /// Whether no showing was found around a place.
    public boolean isNothing() {
      return !taps.isEmpty() && isEmpty(venues);
    }
  }

  /// What the form keeps.
  ///
  /// @param q as sent
  /// @param date as a field has it; empty where none was chosen
  /// @param by film, or empty
  public record NearForm(
      String q,
      String latitude,
      String longitude,
      int radius,
      String date,
      int days,
      ShowingFilter filter,
      String chainId,
      String by) {}

  @Override
  public Outcome show(Visit visit) {
    if (Coordinates.areTooExact(visit)) {
      return new Outcome.Elsewhere(Coordinates.rounded(visit));
    }
    MeantPlace places = MeantPlace.of(visit, directory);
    NearView view =
        places.only().map(each -> around(each, visit)).orElseGet(() -> nowhere(places, visit));
    return new Outcome.Shown((out, plain) -> JtenearGenerated.render(out, plain, visit, view));
  }

  private NearView nowhere(MeantPlace places, Visit visit) {
    String text = visit.parameter("q").orElse("");
    When when = When.of(visit, visit.today(List.of()));
    List<NearPlace> choices = places.choices().isEmpty() ? largestTowns() : places.choices();
    String key = places.choices().isEmpty() ? "near.unknown" : "near.several";
    return new NearView(
        text.isEmpty() ? visit.text("near.title") : visit.text(key, text),
        "",
        "",
        "",
        form(visit, "", "", visit.day("date").map(LocalDate::toString).orElse(""), when),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        UnknownDays.NONE,
        choices.stream().map(each -> tap(each, when, visit)).toList(),
        directory.chains(),
        "",
        List.of(),
        Head.NONE,
        null);
  }

  private List<NearPlace> largestTowns() {
    return directory.towns().stream()
        .filter(each -> each.first() != null)
        .limit(TOWNS)
        .map(PlaceSearch::place)
        .toList();
  }

  /// Keeps the day only where one was chosen: today there may be another one.
  private static Tap tap(NearPlace place, When when, Visit visit) {
    List<Object> parameters = new ArrayList<>(place.parameters());
    if (visit.day("date").isPresent()) {
      parameters.addAll(when.parameters());
    }
    for (String name : List.of("radius", "when", "chain", "by")) {
      visit.parameter(name).ifPresent(value -> parameters.addAll(List.of(name, value)));
    }
    parameters.addAll(ShowingFilter.of(visit).parameters());
    return new Tap(place.name(), visit.link("/near", parameters.toArray()), false);
  }

  private static NearForm form(
      Visit visit, String latitude, String longitude, String date, When when) {
    return new NearForm(
        visit.parameter("q").orElse(""),
        latitude,
        longitude,
        NearChoice.radius(visit),
        date,
        when.days(),
        ShowingFilter.of(visit, when.from()),
        visit.parameter("chain").orElse(""),
        NearChoice.order(visit));
  }

  private NearView around(NearPlace place, Visit visit) {
    int radius = NearChoice.radius(visit);
    InterfaceRequest all = place.around(InterfaceRequest.programme()).with("radiusKm", radius);
    List<ProgrammeEntry> first = published.programme(all.with("limit", 1)).records();
    LocalDate today = visit.today(first);
    NearChoice choice = new NearChoice(place, When.of(visit, today), visit);
    ShowingFilter filter = choice.filter();
    NearListing listed = NearListing.of(choice, published);
    CinemaMap map = map(place, listed.cinemas(), radius);
    List<Venue> venues = venues(listed, choice, map);
    String title =
        place.name().isEmpty() ? visit.text("near.here") : visit.text("near.place", place.name());
    When when = choice.when();
    String day = day(when, visit.words());
    return new NearView(
        title,
        place.centre().text(visit),
        day,
        when.days() == 1 ? visit.words().dayName(when.first(), today) : "",
        form(
            visit,
            place.name().isEmpty() ? place.latitude() : "",
            place.name().isEmpty() ? place.longitude() : "",
            when.first().toString(),
            when),
        choice.taps(today, BusinessDay.of(visit.now(), visit.clock(first))),
        choice.orders(),
        listed.films(),
        venues,
        map,
        filter.isSet()
            ? published.unknown(
                choice.days(choice.unfiltered(), radius), when.first(), choice::links)
            : UnknownDays.NONE,
        isEmpty(venues) ? new NearHints(published, choice).all() : List.of(),
        directory.chains(),
        listed.next() == null ? "" : choice.address(when, radius, "cursor", listed.next()),
        visit.terms(listed.cinemas().stream().flatMap(each -> each.provenances().stream())),
        Head.of(choice.address(when, radius), visit.text("head.near", title, day))
            .withFeed(NewFilmsFeed.address(place, null, visit)),
        MadeOf.of(listed.request(), listed.example())
            .with("CSV", place.around(InterfaceRequest.cinemas()).target(".csv")));
  }

  private static String day(When when, Words words) {
    String first = words.day(when.first());
    return when.days() == 1
        ? first
        : first + " – " + words.day(when.first().plusDays(when.days() - 1));
  }

  private static boolean isEmpty(List<Venue> venues) {
    return venues.stream()
        .flatMap(venue -> venue.days().stream())
        .allMatch(day -> day.films().isEmpty());
  }

  private static @Nullable CinemaMap map(
      NearPlace place, List<ProgrammeEntry> entries, double radius) {
    Location first = entries.isEmpty() ? null : entries.getFirst().cinema().location();
    Double latitude =
        place.postcode().isEmpty() || first == null ? degrees(place.latitude()) : first.latitude();
    Double longitude =
        place.postcode().isEmpty() || first == null
            ? degrees(place.longitude())
            : first.longitude();
    if (latitude == null || longitude == null) {
      return null;
    }
    CinemaMap map = CinemaMap.of(entries, latitude, longitude, radius);
    return map.isWorthDrawing() ? map : null;
  }

  private static @Nullable Double degrees(String text) {
    return text.isEmpty() ? null : Double.valueOf(text);
  }

  private static List<Venue> venues(
      NearListing listed, NearChoice choice, @Nullable CinemaMap map) {
    return listed.cinemas().stream()
        .map(entry ->
            new Venue(
                map == null ? 0 : map.numberOf(entry.cinema()),
                entry.cinema(),
                entry.clock(),
                entry.kilometres(),
                entry.days().stream()
                    .map(day -> day(day, entry, choice, listed.mayShowMore()))
                    .toList()))
        .toList();
  }

  /// @param mayShowMore whether the cinema may show films that were not read
  private static VenueDay day(
      Day day, ProgrammeEntry entry, NearChoice choice, boolean mayShowMore) {
    Coverage.State state = day.coverage().state();
    boolean mayShow = mayShowMore && state != Coverage.State.UNKNOWN;
    return new VenueDay(
        choice.links(day.date()),
        state,
        CoverageWords.of(
            day.coverage(),
            mayShow || !day.films().isEmpty(),
            choice.filter(),
            entry.clock(),
            choice.visit()),
        choice.filter().films(day, entry.clock(), choice.visit().now()));
  }
}
