package org.marquee.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;

/// Questions about a home, the same for the same data.
///
/// In a target `{a}` and `{b}` stand for the microseconds of the window's ends. Both ends lie in
/// the last second of an hour and every showtime starts on five minutes, so that all of a million
/// million variants of a question have the same answer, and none of them was asked before.
final class Questions {
  /// A question that every home answers.
  static final String ANY =
      "/v1/showtimes?startsAfter=%sT00:00:00Z&startsBefore=%sT00:00:00Z&limit=1"
          .formatted(Feed.from(), Feed.from().plusDays(1));

  /// The usual mix of questions, in twentieths.
  private static final List<Shape> MIX =
      Stream.of(
              List.of(Shape.NONE, Shape.NONE, Shape.NONE, Shape.NONE),
              List.of(Shape.CINEMA, Shape.CINEMA, Shape.CINEMA, Shape.CINEMA, Shape.CINEMA),
              List.of(Shape.FILM, Shape.FILM, Shape.FILM, Shape.FILM, Shape.FILM),
              List.of(Shape.CINEMA_AND_FILM),
              List.of(Shape.COMMON_ATTRIBUTE, Shape.COMMON_ATTRIBUTE),
              List.of(Shape.FILM_AND_ATTRIBUTE, Shape.FILM_AND_ATTRIBUTE, Shape.FILM_AND_ATTRIBUTE))
          .flatMap(List::stream)
          .toList();

  private static final int FIRST_HOUR = 6;
  private static final int HOURS = 8;

  private static final Pattern ANY_MINUTE = Pattern.compile("59:59\\.");

  /// Records on a page of [#scattered], around the 25 of all others.
  private static final int FEWEST = 15;

  private static final int LENGTHS = 21;

  /// The films shown most, each of them often enough that a page is full at any size.
  private static final int HITS = 20;

  /// The rarest films, of which one is asked for.
  private static final int RARE_FILMS = 20;

  /// The area of the cinemas of [Feed] in square kilometres, roughly.
  private static final double AREA = 340_000;

  private static final int WITHIN_RADIUS = 40;

  /// Today and tomorrow.
  private static final int SOON = 2;

  private final List<String> cinemas;
  private final List<String> films;
  private final SplittableRandom chance = new SplittableRandom(1);

  /// @param films the most shown first
  private Questions(List<String> cinemas, List<String> films) {
    this.cinemas = cinemas;
    this.films = films;
  }

  static Questions about(Home home) throws SQLException {
    try (Connection connection = home.connect()) {
      return new Questions(
          ids(connection, "select id from cinema order by id"),
          ids(
              connection,
              "select film_id from showtime group by film_id order by count(*) desc, film_id"));
    }
  }

  private static List<String> ids(Connection connection, String select) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      List<String> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
      return ids;
    }
  }

  /// Some questions of the usual mix.
  List<String> mixed(int number) {
    return IntStream.range(0, number).mapToObj(n -> one(MIX.get(n % MIX.size()))).toList();
  }

  /// Some questions of the usual mix, whose pages begin at any showtime and have many lengths, so
  /// that hardly two questions share a page.
  List<String> scattered(int number) {
    return mixed(number).stream()
        .map(question ->
            ANY_MINUTE.matcher(question).replaceAll(_ -> "%02d:59.".formatted(chance.nextInt(60))))
        .map(question -> question + "&limit=" + (FEWEST + chance.nextInt(LENGTHS)))
        .toList();
  }

  /// So many questions of one shape.
  List<String> of(Shape shape, int number) {
    return IntStream.range(0, number).mapToObj(_ -> one(shape)).toList();
  }

  private String one(Shape shape) {
    return switch (shape) {
      case NONE -> showtimes(1);
      case CINEMA -> showtimes(7) + cinema();
      case FILM -> showtimes(7) + film();
      case CINEMA_AND_FILM -> showtimes(31) + cinema() + "&filmId=" + films.get(chance.nextInt(5));
      case COMMON_ATTRIBUTE -> showtimes(1) + attribute();
      case RARE_ATTRIBUTE -> showtimes(31) + rareAttribute();
      case FILM_AND_ATTRIBUTE -> showtimes(31) + hit() + attribute();
      case FILM_AND_RARE_ATTRIBUTE -> showtimes(31) + hit() + rareAttribute();
      case RARE_FILM_AND_RARE_ATTRIBUTE -> showtimes(31) + rareFilm() + rareAttribute();
      case FILMS -> throw new IllegalArgumentException("a walk through all films is asked");
      case CINEMA_SEARCH -> "/v1/cinemas?search=" + anyCase("town%20") + (1 + chance.nextInt(9));
      case CINEMAS_AROUND ->
          String.format(
              Locale.ROOT,
              "/v1/cinemas?latitude=%.6f&longitude=%.6f&radiusKm=%.1f",
              52 + chance.nextDouble() * 4,
              -4 + chance.nextDouble() * 4,
              radius());
      case SCREENS -> "/v1/screens?" + cinema().substring(1);
      case PROGRAMME -> programme(Feed.DAYS);
      case PROGRAMME_SOON -> programme(SOON);
    };
  }

  /// A place in hair's breadths, so that a variant of a question has the same answer.
  ///
  /// @param days on how many days what is asked for is spread
  private String programme(int days) {
    return String.format(
        Locale.ROOT,
        "/v1/programme?latitude=%.4f00{a}&longitude=%.4f00{b}&radiusKm=100&date=%s",
        52 + chance.nextDouble() * 4,
        -4 + chance.nextDouble() * 4,
        Feed.from().plusDays(chance.nextInt(days)));
  }

  /// A window of so many days less an hour; the longest that there may be is 31 days.
  private String showtimes(int days) {
    LocalDate from = Feed.from().plusDays(chance.nextInt(Feed.DAYS + 1 - days));
    int hour = FIRST_HOUR + chance.nextInt(HOURS);
    return "/v1/showtimes?startsAfter=%sT%02d:59:59.{a}Z&startsBefore=%sT%02d:59:59.{b}Z"
        .formatted(from, hour, from.plusDays(days), hour - 1);
  }

  private String cinema() {
    return "&cinemaId=" + cinemas.get(chance.nextInt(cinemas.size()));
  }

  /// Of the fifth that is shown most.
  private String film() {
    return "&filmId=" + films.get(chance.nextInt(films.size() / 5));
  }

  private String hit() {
    return "&filmId=" + films.get(chance.nextInt(HITS));
  }

  private String rareFilm() {
    return "&filmId=" + films.get(films.size() - 1 - chance.nextInt(RARE_FILMS));
  }

  private String attribute() {
    return "&attributeIds=" + Attribute.ALL.get(chance.nextInt(Attribute.ALL.size() - 1)).id();
  }

  private static String rareAttribute() {
    return "&attributeIds=" + Feed.RARE;
  }

  private String anyCase(String text) {
    StringBuilder mixed = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      String one = text.substring(at, at + 1);
      mixed.append(chance.nextBoolean() ? one.toUpperCase(Locale.ROOT) : one);
    }
    return mixed.toString();
  }

  /// Around as many cinemas whatever their number.
  private double radius() {
    return Math.min(100, Math.sqrt(WITHIN_RADIUS * AREA / Math.PI / cinemas.size()));
  }
}
