package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.Visit;
import org.marquee.site.programme.NearPage.Tap;

/// What would be found around a place where a choice finds nothing.
record NearHints(Published published, NearPlace place, When when, Visit visit) {
  private static final int CINEMAS = 50;

  /// Links to the same choice on the next day, and farther away.
  ///
  /// @param chosen the request for it, without a day and a radius
  /// @param radius in kilometres
  List<Tap> of(InterfaceRequest chosen, ShowingFilter filter, double radius) {
    List<Tap> hints = new ArrayList<>();
    Object from = filter.from().map(Object::toString).orElse("");
    LocalDate next = when.first().plusDays(when.days());
    int showings = count(chosen.with("radiusKm", (int) radius).with("date", next), filter);
    if (showings > 0) {
      String link = NearPage.address(place, radius, List.of("date", next), visit, "from", from);
      hints.add(new Tap(visit.text("hint.day", showings, visit.words().day(next)), link, false));
    }
    InterfaceRequest then =
        chosen.with("date", when.first()).with("days", when.days() == 1 ? null : when.days());
    for (int farther : NearPage.RADII) {
      int found = farther > radius ? count(then.with("radiusKm", farther), filter) : 0;
      if (found > 0) {
        String link = NearPage.address(place, farther, when.parameters(), visit, "from", from);
        hints.add(new Tap(visit.text("hint.radius", found, farther), link, false));
        return hints;
      }
    }
    return hints;
  }

  private int count(InterfaceRequest request, ShowingFilter filter) {
    return published.programme(request.with("limit", CINEMAS)).records().stream()
        .flatMap(entry -> entry.days().stream())
        .mapToInt(filter::count)
        .sum();
  }
}
