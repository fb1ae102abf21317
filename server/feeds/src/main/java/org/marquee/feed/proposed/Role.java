package org.marquee.feed.proposed;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.feed.member.Countries;
import org.marquee.feed.time.Zones;

/// What a column may be in a mapping: what its values are then like, and how its name says so.
///
/// A rule is what a name means, with how sure that makes: `film title` of 100. What else a name
/// says makes it less sure.
@SuppressWarnings(
    "ImmutableEnumChecker") // the tests have no state, and the lists cannot be modified
enum Role {
  START(
      "startsAt",
      _ -> true,
      "show film",
      "start=100, start time=100, date time=98, show time=98, show date=96, show date time=98, "
          + "start date=96, date=88, time=86, show=80, stamp=45, business date=60, business=55"),
  TITLE(
      "title",
      FileColumn::isWords,
      "film show",
      "film title=100, title=100, film name=98, film=95, show title=78, show name=70, name=45, "
          + "show=50"),
  FILM_ID("film", Role::isId, "film", "film id=100, film number=80"),
  CINEMA(
      "cinema",
      column -> column.isWords() && column.averageLength() < 100 && !column.isScreens(),
      "cinema",
      "cinema name=100, cinema=97, cinema title=90"),
  CINEMA_ID(
      "cinemaId",
      column -> isId(column) && !column.isScreens(),
      "cinema",
      "cinema id=100, cinema number=85"),
  SCREEN(
      "screenName",
      column -> column.averageLength() < 60 && !column.name().says("id") && isOfScreens(column),
      "screen cinema",
      "screen name=100, screen=97, screen title=90, screen number=85, cinema name=65, cinema=65"),
  SCREEN_ID(
      "screenId",
      column -> isId(column) && isOfScreens(column),
      "screen cinema",
      "screen id=100, cinema id=70"),
  SHOW_ID(
      "externalId",
      column -> isId(column) && column.isUnique(),
      "show",
      "show id=100, id=90, show number=75, number=60"),
  BOOKING(
      "bookingUrl",
      FileColumn::isAddresses,
      "show film",
      "booking url=100, booking=95, show url=80, url=55"),
  ORIGINAL_TITLE(
      "originalTitle",
      FileColumn::isWords,
      "film",
      "original title=100, original=90, film original title=100"),
  YEAR("year", most(0.8, "(18|19|20)\\d\\d([.]0)?"), "film show", "year=100, release year=95"),
  LENGTH(
      "durationMinutes",
      most(
          0.8,
          "(?i)\\d{1,3}([.,]\\d+)?\\s*(m|min|mins|minutes?|minuten|['′’])?\\.?|\\d{1,2}\\s*(h|std|u)\\b.*"
              + "|PT.*|\\d{4,8}"),
      "film show",
      "length=100, film length=100"),
  /// Not marks that somebody gave, nor the ids of ratings.
  RATING(
      "certification",
      column ->
          column.averageLength() < 16
              && !column.name().says("id")
              && column.share(text -> text.matches("[1-9]([.]\\d)?|10")) < 0.5,
      "film show",
      "rating=100, rating name=100, rating title=95"),
  DIRECTOR("directors", FileColumn::isWords, "film show", "director=100, director name=100"),
  POSTER("posterUrl", FileColumn::isAddresses, "film show", "poster=100, poster url=100"),
  RELEASE("releaseDate", Role::isDates, "film show", "release date=100, release=95"),
  TMDB("extCatalogAId", most(0.9, "\\d{1,8}"), "film show", "tmdb=100, tmdb id=100"),
  IMDB("extCatalogBId", most(0.9, "tt\\d{5,9}"), "film show", "imdb=100, imdb id=100"),
  CHAIN("chain", FileColumn::isWords, "chain cinema", "chain=100, chain name=100"),
  ZONE(
      "timeZone",
      column -> column.share(text -> Zones.named(text).isPresent()) > 0.9,
      "cinema show",
      "zone=100"),
  COUNTRY(
      "countryCode",
      column -> column.share(text -> Countries.code(text) != null) > 0.8,
      "cinema show",
      "country=100, country id=100, country name=95"),
  CITY(
      "locality",
      column -> column.isWords() && !arePostcodes(column) && column.averageLength() < 40,
      "cinema show",
      "city=100, city name=100, cinema city=100"),
  ZIP(
      "postcode",
      column -> arePostcodes(column) || (!column.name().says("city") && mayBePostcodes(column)),
      "cinema show",
      "zip=100, zip id=100, cinema zip=100, city=75"),
  STREET(
      "address",
      FileColumn::isWords,
      "cinema show",
      "street=100, cinema street=98, street name=95"),
  LATITUDE("latitude", column -> areDegrees(column, 90), "cinema show", "lat=100"),
  LONGITUDE("longitude", column -> areDegrees(column, 180), "cinema show", "lon=100");

  /// The name that people correct it by: that of the mapping's field.
  final String field;

  private final Predicate<FileColumn> fit;
  private final Set<String> entities;
  private final List<Rule> rules;

  private record Rule(Set<String> words, int sure) {}

  Role(String field, Predicate<FileColumn> fit, String entities, String rules) {
    this.field = field;
    this.fit = fit;
    this.entities = Set.of(entities.split(" ", -1));
    this.rules =
        Stream.of(rules.split(", ", -1))
            .map(rule -> rule.split("=", -1))
            .map(rule -> new Rule(Set.of(rule[0].split(" ", -1)), Integer.parseInt(rule[1])))
            .toList();
  }

  /// Whether the values of a column are such as this has.
  boolean fits(FileColumn column) {
    return fit.test(column);
  }

  /// How sure the name of a column makes it to be this, from 0 to 100, if its values fit.
  int sureness(FileColumn column) {
    int sure = byName(column.name());
    return sure > 0 && fits(column) ? sure : 0;
  }

  private int byName(ColumnName name) {
    if (name.entity() != null && !entities.contains(name.entity())) {
      return 0;
    }
    return rules.stream()
        .filter(rule -> name.all().containsAll(rule.words))
        .filter(rule -> name.own().isEmpty() || name.own().stream().anyMatch(rule.words::contains))
        .mapToInt(rule -> rule.sure - cost(name, rule))
        .max()
        .orElse(0);
  }

  /// What other words cost: a known one says that it is something else.
  private static int cost(ColumnName name, Rule rule) {
    return name.own().stream()
        .filter(word -> !rule.words.contains(word))
        .mapToInt(word ->
            word.equals(ColumnWords.UNKNOWN) || ColumnWords.ENTITIES.contains(word) ? 15 : 40)
        .sum();
  }

  private static Predicate<FileColumn> most(double share, String regex) {
    Pattern pattern = Pattern.compile(regex);
    return column -> column.share(pattern) > share;
  }

  /// Some call their screens cinemas.
  private static boolean isOfScreens(FileColumn column) {
    return !"cinema".equals(column.name().entity()) || column.isScreens();
  }

  private static boolean isId(FileColumn column) {
    return column.averageLength() <= 80 && !column.isAddresses() && !column.isFlags();
  }

  /// Postcodes beyond doubt: some have them where the town should be.
  static boolean arePostcodes(FileColumn column) {
    return column.share(
            text -> text.matches("\\d{5}|\\d{4} ?[A-Z]{2}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}"))
        > 0.9;
  }

  private static boolean mayBePostcodes(FileColumn column) {
    return column.share(text -> text.matches("(?=.*\\d)[A-Za-z0-9 -]{3,10}")) > 0.8;
  }

  private static boolean isDates(FileColumn column) {
    TimeColumn time = TimeColumn.of(column, "");
    return time != null
        && time.kind() != WrittenTime.Kind.TIME
        && time.hasYear()
        && !time.isEpoch();
  }

  private static boolean areDegrees(FileColumn column, int most) {
    return column.share(text ->
        text.matches("-?\\d{1,3}[.,]\\d+")
            && Math.abs(Double.parseDouble(text.replace(',', '.'))) <= most)
        > 0.9;
  }
}
