package org.marquee.site.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Parameter;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.Operations;

/// A request of the interface that a page is made of. Immutable.
///
/// @param id in its path; empty where there is none
public record InterfaceRequest(Operation operation, String id, List<Parameter> parameters) {
  private static final Operation PROGRAMME = Operations.withId("listProgramme");
  private static final Operation CINEMAS = Operations.withId("searchCinemas");
  private static final Operation SHOWTIMES = Operations.withId("listShowtimes");
  private static final Operation FILMS = Operations.withId("listFilms");
  private static final Operation CHAINS = Operations.withId("listChains");
  private static final Operation FILM = Operations.withId("getFilm");

  public InterfaceRequest {
    parameters = List.copyOf(parameters);
  }

  /// Days of a programme: of a cinema, of a film, or around a place.
  public static InterfaceRequest programme() {
    return new InterfaceRequest(PROGRAMME, "", List.of());
  }

  /// Showtimes that start from one moment up to, not including, another.
  public static InterfaceRequest showtimes(Instant after, Instant before) {
    return new InterfaceRequest(SHOWTIMES, "", List.of())
        .with("startsAfter", after)
        .with("startsBefore", before);
  }

  /// Cinemas, by name or around a place.
  public static InterfaceRequest cinemas() {
    return new InterfaceRequest(CINEMAS, "", List.of());
  }

  /// A list of films.
  public static InterfaceRequest films() {
    return new InterfaceRequest(FILMS, "", List.of());
  }

  /// The chains.
  public static InterfaceRequest chains() {
    return new InterfaceRequest(CHAINS, "", List.of());
  }

  /// One film.
  public static InterfaceRequest film(String id) {
    return new InterfaceRequest(FILM, id, List.of());
  }

  /// This request with one more parameter; without it where the value is null.
  public InterfaceRequest with(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    List<Parameter> more = new ArrayList<>(parameters);
    more.add(new Parameter(name, URLEncoder.encode(value.toString(), UTF_8)));
    return new InterfaceRequest(operation, id, more);
  }

  /// This request, for records with their details.
  public InterfaceRequest detailed() {
    return with("include", "details");
  }

  /// This operation without a parameter.
  public InterfaceRequest without(String name) {
    return new InterfaceRequest(
        operation, id, parameters.stream().filter(each -> !each.name().equals(name)).toList());
  }

  /// Path and query: `/v1/programme?cinemaId=ci_…`.
  public String target() {
    return target("");
  }

  /// The address of another form of the answer.
  ///
  /// @param ending after the path: `.csv`
  public String target(String ending) {
    String path =
        id.isEmpty()
            ? operation.route()
            : operation.route().replaceAll("\\{[^}]*}", URLEncoder.encode(id, UTF_8));
    String query =
        parameters.stream()
            .map(each -> each.name() + "=" + each.raw())
            .collect(joining("&", "?", ""));
    return path + ending + (parameters.isEmpty() ? "" : query);
  }

  @Override
  public String toString() {
    return target();
  }
}
