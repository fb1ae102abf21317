package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Response;
import org.marquee.listing.Attribute;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Listings;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import tools.jackson.core.JsonGenerator;

/// Asks the listings and writes what they say.
final class Answers {
  private final Listings listings;

  Answers(Listings listings) {
    this.listings = listings;
  }

  /// The answer to a question; empty where the one record asked for is not there.
  Optional<Response> answer(Question question, Link link) {
    return switch (question) {
      case Question.Showtimes(var query, var place) ->
          Optional.of(
              list(
                  listings.showtimes(
                      query, (Position.@Nullable ByStart) place.after(), place.limit()),
                  place,
                  link,
                  Body::showtime));
      case Question.AttributeList(var place) ->
          Optional.of(list(attributes(place), place, link, Body::attribute));
      case Question.Films(var place) ->
          Optional.of(
              list(
                  listings.films((Position.@Nullable ByName) place.after(), place.limit()),
                  place,
                  link,
                  Body::film));
      case Question.Cinemas(var query, var place) ->
          Optional.of(
              list(
                  listings.cinemas(query, place.after(), place.limit()),
                  place,
                  link,
                  Body::cinema));
      case Question.Screens(var cinemaId, var place) ->
          Optional.of(
              list(
                  listings.screens(
                      cinemaId, (Position.@Nullable ByName) place.after(), place.limit()),
                  place,
                  link,
                  Body::screen));
      case Question.Chains(var place) ->
          Optional.of(
              list(
                  listings.chains((Position.@Nullable ByName) place.after(), place.limit()),
                  place,
                  link,
                  Body::chain));
      case Question.OneFilm(var id) -> listings.findFilm(id).map(Answers::one);
      case Question.OneCinema(var id) -> listings.findCinema(id).map(Answers::one);
    };
  }

  private static Response one(Film film) {
    return Response.json(200, Body.single(film, Freshness.of(film.provenance()), Body::film));
  }

  private static Response one(Cinema cinema) {
    return Response.json(200, Body.single(cinema, Freshness.of(cinema.provenance()), Body::cinema));
  }

  private static <T> Response list(
      Page<T> page, Question.Place place, Link link, BiConsumer<JsonGenerator, T> record) {
    Position next = page.next();
    if (next == null) {
      return Response.json(200, Body.list(page, null, record));
    }
    String cursor = new Cursor(place.fingerprint(), next).write();
    return Response.json(200, Body.list(page, cursor, record)).with("Link", link.next(cursor));
  }

  /// The attributes never change and keep the specification's order, which their positions number.
  private Page<Attribute> attributes(Question.Place place) {
    int from = place.after() instanceof Position.ByName(String key, _) ? index(key) + 1 : 0;
    int until = Math.min(from + place.limit(), Attribute.ALL.size());
    List<Attribute> page = Attribute.ALL.subList(Math.min(from, until), until);
    return new Page<>(
        page,
        until < Attribute.ALL.size()
            ? new Position.ByName(Integer.toString(until - 1), page.getLast().id())
            : null,
        listings.origin());
  }

  private static int index(String key) {
    for (int index = 0; index < Attribute.ALL.size(); index++) {
      if (Integer.toString(index).equals(key)) {
        return index;
      }
    }
    return Attribute.ALL.size();
  }
}
