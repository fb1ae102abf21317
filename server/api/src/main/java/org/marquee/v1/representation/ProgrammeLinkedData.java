package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.Film;
import org.marquee.listing.Timestamps;

/// A page of the programme as linked data (JSON-LD 1.1) in the words of schema.org: a
/// `ScreeningEvent` for each showtime, with its `MovieTheater` and its `Movie`.
///
/// Made of the records as JSON has them. Each cinema and each film stands once, and events refer to
/// it; all are named by their paths here (docs/decisions/0146).
public final class ProgrammeLinkedData {
  private static final String FILMS = "/v1/films/";
  private static final String CONTEXT = "https://schema.org";
  private static final ReadObject NOTHING = new ReadObject(Map.of());

  private final Map<String, JsonObject> films = new LinkedHashMap<>();
  private final Map<String, JsonObject> cinemas = new LinkedHashMap<>();
  private final List<JsonObject> events = new ArrayList<>();

  private ProgrammeLinkedData() {}

  /// Converts the records of a page.
  ///
  /// @param json begins with the records, separated by commas
  /// @param length of the records together
  /// @param titles of films with these ids
  public static byte[] write(
      byte[] json, int length, Function<List<String>, List<Film.Titles>> titles) {
    String page = "{\"data\":[" + new String(json, 0, length, UTF_8) + "]}";
    return of(JsonTree.own(page), titles).getBytes(UTF_8);
  }

  /// Converts an answer in JSON, for a page that shows it.
  public static String ofAnswer(byte[] json) {
    return of(JsonTree.own(json), _ -> List.of());
  }

  private static String of(
      @Nullable Object page, Function<List<String>, List<Film.Titles>> titles) {
    ProgrammeLinkedData data = new ProgrammeLinkedData();
    ReadObject answer = ReadObject.of(page);
    answer.objects("data").forEach(data::add);
    if (answer.members().containsKey("cinemas")) {
      answer.objects("cinemas").forEach(data::addCinema);
    }
    data.addTitles(titles);
    return forPages(data.graph().toString());
  }

  /// This JSON, fit to stand in a script of a page: no text can end the script or begin another.
  /// These characters stand within strings only.
  private static String forPages(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private JsonObject graph() {
    List<JsonObject> graph = new ArrayList<>(cinemas.values());
    graph.addAll(films.values());
    graph.addAll(events);
    return JsonObject.of("@context", CONTEXT).with("@graph", graph);
  }

  /// An element by cinema, or by film.
  private void add(ReadObject programme) {
    ReadObject film = programme.find("film");
    if (film == null) {
      String place = addCinema(programme);
      for (ReadObject day : programme.objects("days")) {
        day.objects("films").forEach(showing -> add(showing, showing, place));
      }
      return;
    }
    for (ReadObject cinema : programme.objects("cinemas")) {
      String place = addCinema(cinema);
      cinema.objects("days").forEach(day -> add(day, programme, place));
    }
  }

  private String addCinema(ReadObject programme) {
    ReadObject cinema = programme.object("cinema");
    String place = "/v1/cinemas/" + cinema.text("id");
    cinemas.computeIfAbsent(place, id -> theater(id, cinema, details(programme, "cinemaDetails")));
    return place;
  }

  /// @param shown has the showtimes
  /// @param of has the film
  private void add(ReadObject shown, ReadObject of, String place) {
    ReadObject film = of.object("film");
    String movie = FILMS + film.text("id");
    films.computeIfAbsent(movie, id -> movie(id, film, details(of, "filmDetails")));
    List<ReadObject> showtimes = shown.objects("showtimes");
    boolean detailed = shown.members().containsKey("showtimeDetails");
    List<ReadObject> details = detailed ? shown.objects("showtimeDetails") : List.of();
    for (int at = 0; at < showtimes.size(); at++) {
      ShowingDetails its = new ShowingDetails(detailed ? details.get(at) : NOTHING);
      events.add(event(showtimes.get(at), its, film, movie, place));
    }
  }

  private static ReadObject details(ReadObject beside, String name) {
    ReadObject details = beside.find(name);
    return details == null ? NOTHING : details;
  }

  private void addTitles(Function<List<String>, List<Film.Titles>> titles) {
    List<String> ids = films.keySet().stream().map(path -> path.substring(FILMS.length())).toList();
    for (Film.Titles each : titles.apply(ids)) {
      JsonObject movie = films.get(FILMS + each.id());
      if (movie != null && !each.others().isEmpty()) {
        movie.with("alternateName", each.others());
      }
    }
  }

  private static JsonObject theater(String id, ReadObject cinema, ReadObject details) {
    Map<String, ?> location = cinema.object("location").members();
    JsonObject theater =
        JsonObject.of("@type", "MovieTheater")
            .with("@id", id)
            .with("name", cinema.text("name"))
            .with("url", details.findText("websiteUrl"))
            .with("telephone", details.findText("telephone"))
            .with(
                "address",
                JsonObject.of("@type", "PostalAddress")
                    .with("streetAddress", location.get("address"))
                    .with("addressLocality", location.get("locality"))
                    .with("postalCode", location.get("postcode"))
                    .with("addressCountry", location.get("countryCode")));
    return location.containsKey("latitude") && location.containsKey("longitude")
        ? theater.with(
            "geo",
            JsonObject.of("@type", "GeoCoordinates")
                .with("latitude", location.get("latitude"))
                .with("longitude", location.get("longitude")))
        : theater;
  }

  private static JsonObject movie(String id, ReadObject film, ReadObject details) {
    return JsonObject.of("@type", "Movie")
        .with("@id", id)
        .with("name", film.text("title"))
        .with("duration", lasts(film) ? "PT" + film.number("durationMinutes") + "M" : null)
        .with("contentRating", film.findText("certification"))
        .with("image", film.findText("posterUrl"))
        .with("datePublished", film.findText("releaseDate"))
        .with("genre", details.members().get("genres"))
        .with("description", details.findText("synopsis"))
        .with(
            "director",
            all("directors", details, name -> JsonObject.of("@type", "Person").with("name", name)))
        .with("sameAs", all("links", details, link -> ReadObject.of(link).text("url")));
  }

  private static @Nullable List<?> all(
      String name, ReadObject details, Function<Object, Object> each) {
    return details.members().get(name) instanceof List<?> items
        ? items.stream().map(each).toList()
        : null;
  }

  private static boolean lasts(ReadObject film) {
    return film.members().containsKey("durationMinutes");
  }

  private static JsonObject event(
      ReadObject showtime, ShowingDetails its, ReadObject film, String movie, String place) {
    JsonObject event =
        JsonObject.of("@type", "ScreeningEvent")
            .with("@id", "#" + showtime.text("id"))
            .with("identifier", showtime.text("id"))
            .with("name", film.text("title"))
            .with("startDate", showtime.text("startsAt"));
    event.with("endDate", its.givenEnd());
    if (lasts(film) && its.givenEnd() == null) {
      long minutes = film.number("durationMinutes");
      event
          .with("endDate", end(showtime, minutes))
          .with("duration", "PT" + minutes + "M")
          .with("description", Film.COMPUTED_END);
    }
    List<String> attributes = showtime.texts("attributeIds");
    return event
        .with("eventStatus", "https://schema.org/EventScheduled")
        .with("eventAttendanceMode", "https://schema.org/OfflineEventAttendanceMode")
        .with("location", JsonObject.of("@id", place))
        .with("workPresented", JsonObject.of("@id", movie))
        .with("keywords", attributes.isEmpty() ? null : attributes)
        .with("videoFormat", attributes.contains("imax") ? "IMAX" : its.format())
        .with("inLanguage", its.languages("spoken"))
        .with("subtitleLanguage", its.languages("subtitles"))
        .with("isAccessibleForFree", its.isFree() ? true : null)
        .with("offers", its.offer(showtime.findText("bookingUrl")));
  }

  /// The end by the film's length, with the offset of the start; as in calendars, without trailers.
  private static String end(ReadObject showtime, long minutes) {
    Timestamps.Written start = Timestamps.read(showtime.text("startsAt")).orElseThrow();
    return Timestamps.write(
        start.instant().plus(minutes, ChronoUnit.MINUTES), start.offsetMinutes());
  }
}
