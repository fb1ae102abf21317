package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.NearPage.Tap;

/// What a visitor wants to see around a place, as requests of the interface and as addresses.
record NearChoice(NearPlace place, When when, Visit visit) {
  private static final double USUAL_RADIUS = 10;
  private static final double LARGEST_RADIUS = 100;

  /// In kilometres.
  static int radius(Visit visit) {
    return visit.number("radius", 1, LARGEST_RADIUS).orElse(USUAL_RADIUS).intValue();
  }

  ShowingFilter filter() {
    return ShowingFilter.of(visit, when.from());
  }

  /// A request for it, without its days and radius.
  InterfaceRequest anyDay() {
    return filter().of(unfiltered());
  }

  /// This request for all showings.
  InterfaceRequest unfiltered() {
    return place
        .around(InterfaceRequest.programme())
        .with("chainId", visit.parameter("chain").orElse(null));
  }

  /// The days of it in a request.
  InterfaceRequest days(InterfaceRequest request, int radius) {
    return request
        .with("radiusKm", radius)
        .with("date", when.first())
        .with("days", when.days() == 1 ? null : when.days());
  }

  /// Whether films are listed with their cinemas, and not cinemas with their films.
  boolean isByFilm() {
    return order(visit).equals("film");
  }

  /// What is asked for by `by`: film, or empty.
  static String order(Visit visit) {
    return visit.parameter("by").filter("film"::equals).orElse("");
  }

  /// Where links of a day lead.
  DayLinks links(LocalDate date) {
    return new DayLinks(date, filter(), place.parameters(), visit);
  }

  /// The address of the same with other days or another radius.
  ///
  /// @param more names and values of further parameters, as of [Visit#link]
  String address(When other, int radius, Object... more) {
    List<Object> parameters = new ArrayList<>(place.parameters());
    parameters.addAll(List.of("radius", radius == USUAL_RADIUS ? "" : radius));
    visit.parameter("chain").ifPresent(each -> parameters.addAll(List.of("chain", each)));
    parameters.addAll(other.parameters());
    parameters.addAll(ShowingFilter.of(visit, other.from()).parameters());
    if (!List.of(more).contains("by")) {
      parameters.addAll(List.of("by", order(visit)));
    }
    parameters.addAll(List.of(more));
    return visit.link("/near", parameters.toArray());
  }

  /// The days that are one tap away; before five the night that still goes on, too.
  ///
  /// @param night the day of the programme now
  List<Tap> taps(LocalDate today, LocalDate night) {
    List<Tap> taps = new ArrayList<>();
    if (night.isBefore(today)) {
      When on = new When(night, 1, Optional.empty());
      taps.add(tap(visit.words().day(night), on, on.first().equals(when.first())));
    }
    for (String word : When.words(today)) {
      taps.add(tap(visit.text("when." + word), When.of(word, today), when.is(word, today)));
    }
    return taps;
  }

  /// The two orders.
  List<Tap> orders() {
    int radius = radius(visit);
    return List.of(
        new Tap(visit.text("near.by.cinema"), address(when, radius, "by", ""), !isByFilm()),
        new Tap(visit.text("near.by.film"), address(when, radius, "by", "film"), isByFilm()));
  }

  private Tap tap(String text, When days, boolean selected) {
    return new Tap(text, address(days, radius(visit)), selected);
  }
}
