package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.coverage.BusinessDay;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Day;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.Showtime;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.Visit;
import org.marquee.site.frame.Words;

/// The showings that a visitor wants to see: with all of some attributes, not before a time of day,
/// and not sold out.
///
/// @param from showings after midnight belong to the evening, so they are never before it
/// @param tickets whether tickets must be left, or at least no source says that they are not
public record ShowingFilter(Attributes attributes, Optional<LocalTime> from, boolean tickets) {
  /// Leaves nothing out.
  public static final ShowingFilter NONE =
      new ShowingFilter(Attributes.NONE, Optional.empty(), false);

  /// The parameter of [#tickets], and its value.
  private static final String TICKETS = "tickets";

  private static final String LEFT = "left";

  static ShowingFilter of(Visit visit) {
    return of(visit, visit.time("from"));
  }

  static ShowingFilter of(Visit visit, Optional<LocalTime> from) {
    boolean tickets = visit.parameter(TICKETS).filter(LEFT::equals).isPresent();
    return new ShowingFilter(visit.attributes(), from, tickets);
  }

  /// Whether anything is left out.
  public boolean isSet() {
    return !attributes.isEmpty() || from.isPresent() || tickets;
  }

  boolean keeps(Showtime showtime) {
    LocalTime clock =
        LocalTime.ofInstant(
            showtime.startsAt(), ZoneOffset.ofTotalSeconds(showtime.offsetMinutes() * 60));
    return keeps(showtime.attributes().mask(), clock, tickets && DetailWords.isSoldOut(showtime));
  }

  private boolean keeps(int mask, LocalTime clock, boolean soldOut) {
    return (mask & attributes.mask()) == attributes.mask()
        && !(tickets && soldOut)
        && (from.isEmpty() || clock.isBefore(BusinessDay.BEGIN) || !clock.isBefore(from.get()));
  }

  /// The same for showings that are counted in memory.
  ShowingCounts.Which which() {
    return isSet() ? this::keeps : ShowingCounts.ALL;
  }

  /// Whether a cinema stays: with a filter only where a showing is kept.
  boolean leaves(ProgrammeEntry entry) {
    return !isSet() || entry.days().stream().anyMatch(day -> count(day) > 0);
  }

  /// Whether a film stays.
  boolean leaves(FilmEntry entry) {
    return entry.cinemas().stream()
        .flatMap(cinema -> cinema.days().stream())
        .flatMap(day -> day.showtimes().stream())
        .anyMatch(this::keeps);
  }

  /// How many showings of a day are kept.
  int count(Day day) {
    return (int)
        day.films().stream().flatMap(film -> film.showtimes().stream()).filter(this::keeps).count();
  }

  /// The films of a day with a showing that is kept; those that only have begun ones come last.
  public List<ShownFilm> films(Day day, ZoneId zone, Instant now) {
    return day.films().stream()
        .flatMap(showing -> film(showing, day.date(), zone, now).stream())
        .sorted(Comparator.comparing(film -> film.ahead().isEmpty()))
        .toList();
  }

  /// A film with the showings that are kept; empty where none is.
  Optional<ShownFilm> film(
      ProgrammeEntry.Showing showing, LocalDate day, ZoneId zone, Instant now) {
    List<Showtime> kept = showing.showtimes().stream().filter(this::keeps).toList();
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ShownFilm.of(new ProgrammeEntry.Showing(showing.film(), kept), day, zone, now));
  }

  /// The parameters of an address that keep this filter, names and values in turn.
  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    attributes.list().forEach(each -> parameters.addAll(List.of("attribute", each.id())));
    from.ifPresent(time -> parameters.addAll(List.of("from", time)));
    parameters.addAll(List.of(TICKETS, tickets ? LEFT : ""));
    return parameters;
  }

  /// A request for showings with these attributes, with details. Pages apply the rest.
  InterfaceRequest of(InterfaceRequest request) {
    String ids = attributes.list().stream().map(Attribute::id).collect(Collectors.joining(","));
    return request.with("attributeIds", ids.isEmpty() ? null : ids).detailed();
  }

  /// What is left out, in words; empty where nothing is.
  public String text(Words words) {
    return Stream.of(
            from.stream().map(time -> words.text("filter.from") + " " + words.clock(time)),
            attributes.list().stream().map(words::name),
            Stream.of("filter.tickets").filter(_ -> tickets).map(words::text))
        .flatMap(each -> each)
        .collect(Collectors.joining(", "));
  }

  /// Whether a showing must have an attribute.
  public boolean wants(Attribute attribute) {
    return attributes.has(attribute);
  }
}
