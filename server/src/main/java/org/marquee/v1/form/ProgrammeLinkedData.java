package org.marquee.v1.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Film;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// A page of the programme as linked data (JSON-LD 1.1) in the words of schema.org: a
/// `ScreeningEvent` for each showtime, with its `MovieTheater` and its `Movie`.
///
/// Made of the records as JSON has them. Each cinema and each film stands once, and events refer to
/// it; all are named by their paths here (docs/decisions/0146).
public final class ProgrammeLinkedData {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String FILMS = "/v1/films/";
  private static final String CONTEXT = "https://schema.org";

  private final Map<String, Map<String, Object>> films = new LinkedHashMap<>();
  private final Map<String, Map<String, Object>> cinemas = new LinkedHashMap<>();
  private final List<Map<String, Object>> events = new ArrayList<>();

  private ProgrammeLinkedData() {}

  /// Converts the records of a page.
  ///
  /// @param json begins with the records, separated by commas
  /// @param length of the records together
  /// @param titles of films with these ids
  public static byte[] write(
      byte[] json, int length, Function<List<String>, List<Film.Titles>> titles) {
    ProgrammeLinkedData data = new ProgrammeLinkedData();
    byte[] array = new byte[length + 2];
    array[0] = '[';
    System.arraycopy(json, 0, array, 1, length);
    array[length + 1] = ']';
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), array, 0, array.length)) {
      parser.nextToken();
      for (Object programme : list(read(parser))) {
        data.add(object(programme));
      }
    }
    data.addTitles(titles);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(length * 2);
    data.write(bytes);
    return forPages(bytes.toString(UTF_8)).getBytes(UTF_8);
  }

  /// The same JSON, fit to stand in a script of a page: no text can end the script or begin
  /// another. These characters stand within strings only.
  private static String forPages(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private void add(Map<String, Object> programme) {
    Map<String, Object> cinema = object(programme.get("cinema"));
    String place = path("cinemas", cinema);
    cinemas.put(place, theater(place, cinema));
    for (Object day : list(programme.get("days"))) {
      for (Object showing : list(object(day).get("films"))) {
        Map<String, Object> film = object(object(showing).get("film"));
        String movie = path("films", film);
        films.computeIfAbsent(movie, id -> movie(id, film));
        for (Object showtime : list(object(showing).get("showtimes"))) {
          events.add(event(object(showtime), film, movie, place));
        }
      }
    }
  }

  private static String path(String list, Map<String, Object> record) {
    return "/v1/" + list + "/" + record.get("id");
  }

  private void addTitles(Function<List<String>, List<Film.Titles>> titles) {
    List<String> ids = films.keySet().stream().map(path -> path.substring(FILMS.length())).toList();
    for (Film.Titles each : titles.apply(ids)) {
      Map<String, Object> movie = films.get(FILMS + each.id());
      if (movie != null && !each.others().isEmpty()) {
        movie.put("alternateName", each.others());
      }
    }
  }

  private static Map<String, Object> theater(String id, Map<String, Object> cinema) {
    Map<String, Object> location = object(cinema.get("location"));
    Map<String, Object> address = typed("PostalAddress", "");
    put(address, "streetAddress", location.get("address"));
    put(address, "addressLocality", location.get("locality"));
    put(address, "postalCode", location.get("postcode"));
    put(address, "addressCountry", location.get("countryCode"));
    Map<String, Object> theater = typed("MovieTheater", id);
    put(theater, "name", cinema.get("name"));
    theater.put("address", address);
    if (location.containsKey("latitude") && location.containsKey("longitude")) {
      Map<String, Object> geo = typed("GeoCoordinates", "");
      put(geo, "latitude", location.get("latitude"));
      put(geo, "longitude", location.get("longitude"));
      theater.put("geo", geo);
    }
    return theater;
  }

  private static Map<String, Object> movie(String id, Map<String, Object> film) {
    Map<String, Object> movie = typed("Movie", id);
    put(movie, "name", film.get("title"));
    if (film.containsKey("durationMinutes")) {
      movie.put("duration", "PT" + film.get("durationMinutes") + "M");
    }
    put(movie, "contentRating", film.get("certification"));
    put(movie, "image", film.get("posterUrl"));
    put(movie, "datePublished", film.get("releaseDate"));
    return movie;
  }

  private static Map<String, Object> event(
      Map<String, Object> showtime, Map<String, Object> film, String movie, String place) {
    Map<String, Object> event = typed("ScreeningEvent", "#" + showtime.get("id"));
    put(event, "identifier", showtime.get("id"));
    put(event, "name", film.get("title"));
    put(event, "startDate", showtime.get("startsAt"));
    if (film.get("durationMinutes") instanceof BigDecimal minutes) {
      event.put("endDate", end(showtime, minutes.longValueExact()));
      event.put("duration", "PT" + minutes + "M");
    }
    event.put("eventStatus", "https://schema.org/EventScheduled");
    event.put("eventAttendanceMode", "https://schema.org/OfflineEventAttendanceMode");
    event.put("location", Map.of("@id", place));
    event.put("workPresented", Map.of("@id", movie));
    Set<Object> attributes = new LinkedHashSet<>(list(showtime.get("attributeIds")));
    if (!attributes.isEmpty()) {
      event.put("keywords", List.copyOf(attributes));
    }
    if (attributes.contains("imax")) {
      event.put("videoFormat", "IMAX");
    }
    if (showtime.containsKey("bookingUrl")) {
      Map<String, Object> offer = typed("Offer", "");
      put(offer, "url", showtime.get("bookingUrl"));
      event.put("offers", offer);
    }
    return event;
  }

  /// The end by the film's length, with the offset of the start; as in calendars, without trailers.
  private static String end(Map<String, Object> showtime, long minutes) {
    Timestamps.Written start =
        Timestamps.read(String.valueOf(showtime.get("startsAt"))).orElseThrow();
    return Timestamps.write(
        start.instant().plus(minutes, ChronoUnit.MINUTES), start.offsetMinutes());
  }

  /// @param id may be empty
  private static Map<String, Object> typed(String type, String id) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("@type", type);
    if (!id.isEmpty()) {
      node.put("@id", id);
    }
    return node;
  }

  private static void put(Map<String, Object> node, String name, @Nullable Object value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  private void write(OutputStream out) {
    List<Object> graph = new ArrayList<>(cinemas.values());
    graph.addAll(films.values());
    graph.addAll(events);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("@context", CONTEXT);
      json.writeName("@graph");
      write(graph, json);
      json.writeEndObject();
    }
  }

  private static void write(Object value, JsonGenerator json) {
    switch (value) {
      case Map<?, ?> object -> {
        json.writeStartObject();
        object.forEach((name, member) -> {
          json.writeName(name.toString());
          write(member, json);
        });
        json.writeEndObject();
      }
      case List<?> array -> {
        json.writeStartArray();
        array.forEach(item -> write(item, json));
        json.writeEndArray();
      }
      case Number number -> json.writeNumber(number.toString());
      default -> json.writeString(value.toString());
    }
  }

  /// The value that the parser is at: a map, a list, a text or a number.
  private static Object read(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.put(name, read(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(read(parser));
        }
        yield array;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      default -> parser.getString();
    };
  }

  @SuppressWarnings("unchecked") // an object is what the declarations say, and no record has null
  private static Map<String, Object> object(@Nullable Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // as above
  private static List<Object> list(@Nullable Object value) {
    return value == null ? List.of() : (List<Object>) value;
  }
}
