package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.marquee.site.frame.Visit;

/// Addresses of pages that keep what a visitor has chosen: the day, the place, the filter.
///
/// @param place names and values of the parameters that name it; empty where there is none
public record DayLinks(LocalDate date, ShowingFilter filter, List<Object> place, Visit visit) {
  public DayLinks {
    place = List.copyOf(place);
  }

  /// These links on another day.
  public DayLinks on(LocalDate other) {
    return new DayLinks(other, filter, place, visit);
  }

  /// These links without a place.
  public DayLinks without() {
    return new DayLinks(date, filter, List.of(), visit);
  }

  /// The page of a cinema, which is a place itself.
  public String cinema(String id) {
    return link("/cinemas/" + id, List.of());
  }

  /// The page of a film.
  public String film(String id) {
    return link("/films/" + id, place);
  }

  /// This page.
  ///
  /// @param more names and values of further parameters, as of [Visit#link]
  public String here(Object... more) {
    List<Object> parameters = new ArrayList<>(place);
    parameters.addAll(List.of(more));
    parameters.addAll(List.of(Visit.TELL, visit.tells(), Visit.SCHEME, visit.scheme()));
    return link(visit.address(), parameters);
  }

  private String link(String path, List<?> more) {
    List<Object> parameters = new ArrayList<>(List.of("date", date));
    parameters.addAll(filter.parameters());
    parameters.addAll(more);
    return visit.link(path, parameters.toArray());
  }
}
