package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.NearPage.Tap;

/// What would be found around a place where a choice finds nothing.
record NearHints(Published published, NearChoice choice) {
  private static final int CINEMAS = 50;

  /// Links to the same choice on the next day, and farther away.
  List<Tap> all() {
    List<Tap> hints = new ArrayList<>();
    Visit visit = choice.visit();
    When when = choice.when();
    int radius = NearChoice.radius(visit);
    LocalDate next = when.first().plusDays(when.days());
    int showings = count(choice.anyDay().with("radiusKm", radius).with("date", next));
    if (showings > 0) {
      String link = choice.address(new When(next, 1, when.from()), radius);
      hints.add(new Tap(visit.text("hint.day", showings, visit.words().day(next)), link, false));
    }
    for (int farther : NearPage.RADII) {
      int found = farther > radius ? count(choice.days(choice.anyDay(), farther)) : 0;
      if (found > 0) {
        String link = choice.address(when, farther);
        hints.add(new Tap(visit.text("hint.radius", found, farther), link, false));
        return hints;
      }
    }
    return hints;
  }

  private int count(InterfaceRequest request) {
    return published.programme(request.with("limit", CINEMAS)).records().stream()
        .flatMap(entry -> entry.days().stream())
        .mapToInt(choice.filter()::count)
        .sum();
  }
}
