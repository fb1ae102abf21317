package org.marquee.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.mcp.OperationTool.Look;
import org.marquee.mcp.OperationTool.Size;
import org.marquee.v1.Answers;
import org.marquee.v1.operation.Operations;

/// The tools, by their names (docs/mcp.md). Their descriptions are written for models: what a tool
/// answers, where ids come from, and what an answer means.
final class Toolbox {
  /// The description of the tools as a whole.
  static final String INSTRUCTIONS =
      """
      Cinema listings: which cinemas show which films, and when. Begin with whats_on if you know a place, with search_films if you know a film, and with search_cinemas if you know the name of a cinema.
      Ids are opaque: take them from answers, never invent them. Times are local to each cinema and carry their offset from UTC.
      Only a day whose coverage.state is "complete" is fully known. If it has no films, nothing is on. With any other state, say that the listings are not known yet, not that nothing is on.
      """;

  private static final String NEXT =
      " If the answer has nextCursor, there are more: call again with it as cursor.";

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  /// @param answers to what the tools ask
  Toolbox(Answers answers) {
    add(
        "listProgramme",
        new Look(
            "whats_on",
            "What is on",
            "What is on, in one call: the cinemas of a place, the films that each shows on a day,"
                + " and the showtimes. Say where in exactly one way: place (a town, district or"
                + " postcode by its name), cinemaId (from search_cinemas), latitude and longitude"
                + " (nearest first), or postcode. place in the answer says which one the name was"
                + " taken for, and otherPlaces which others it may mean. With"
                + " filmId (from search_films) you may leave the place out and get all cinemas that"
                + " show the film. Without date it is today at each cinema. A day lasts until 05:00"
                + " of the next. startsAt is the local time of the cinema. coverage says what is"
                + " known of a day: state \"complete\" without films means that nothing is on; any"
                + " other state means that it is not known, so do not say that nothing is on."
                + " With by=film it lists films, each with its cinemas and showtimes; coverage is"
                + " then in cinemas. Booking links are in list_showtimes."
                + NEXT,
            new Size(5, 20),
            Set.of(),
            Set.of("filmId", "cinemaId", "screenId", "bookingUrl")),
        answers);
    add(
        "searchCinemas",
        new Look(
            "search_cinemas",
            "Search cinemas",
            "Finds cinemas by a part of their name, locality or postcode (search), or around a"
                + " place, point or postcode, nearest first. Gives their ids for whats_on and"
                + " list_showtimes, and their addresses. It says nothing of films."
                + NEXT,
            new Size(10, 50),
            Set.of(),
            Set.of()),
        answers);
    add(new FilmSearch(answers));
    add(
        "listShowtimes",
        new Look(
            "list_showtimes",
            "List showtimes",
            "The showtimes that start within a window of time, earliest first, with booking links"
                + " and screens. Needs startsAfter and startsBefore, with an offset and at most 31"
                + " days apart; give cinemaId or filmId too, or the list is long. It has ids of"
                + " films and cinemas and no names: whats_on gives names and times in one call,"
                + " get_film and get_cinema look up one."
                + NEXT,
            new Size(20, 50),
            Set.of(),
            Set.of()),
        answers);
    add(
        "getFilm",
        new Look(
            "get_film",
            "Get a film",
            "One film by its id: title, running time in minutes, age rating, release date.",
            Size.ONE,
            Set.of(),
            Set.of()),
        answers);
    add(
        "getCinema",
        new Look(
            "get_cinema",
            "Get a cinema",
            "One cinema by its id: name, address, coordinates.",
            Size.ONE,
            Set.of(),
            Set.of()),
        answers);
    add(
        "listChanges",
        new Look(
            "list_changes",
            "List changes",
            "What became different in the listings since an earlier call: records that were added"
                + " or changed (upserted, with the record), removed, or merged into another."
                + " Begin with since=now, which has no changes and gives nextCursor. Call later"
                + " with since=nextCursor to see what changed meanwhile. It cannot look back"
                + " before the first call.",
            new Size(20, 100),
            Set.of("wait"),
            Set.of("bookingUrl")),
        answers);
  }

  private void add(String operation, Look look, Answers answers) {
    add(new OperationTool(Operations.withId(operation), look, answers));
  }

  private void add(Tool tool) {
    tools.put(tool.declaration().name(), tool);
  }

  /// A tool; null where none has the name.
  @Nullable Tool find(String name) {
    return tools.get(name);
  }

  /// The descriptions of all tools, for clients.
  List<JsonObject> list() {
    return tools.values().stream().map(tool -> tool.declaration().tree()).toList();
  }

  /// Their names.
  Set<String> names() {
    return tools.keySet();
  }
}
