package org.marquee.v1.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Folding;
import org.marquee.listing.Location;
import org.marquee.listing.Position;
import org.marquee.listing.Postcodes;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Rule;

/// "Search cinemas" (docs/api.md, "Search cinemas").
public final class SearchCinemas {
  /// What may be searched for.
  static final ParameterType<String> SEARCH_TEXT = new ParameterType.Text(new Bounds(2, 240));

  private static final QueryParameter<String> SEARCH =
      QueryParameter.optional(
          "search",
          SEARCH_TEXT,
          "saltmarch",
          "Part of the name, the locality or the postcode. Case and punctuation do not count, nor"
              + " do accents on Latin and Greek letters.");

  static final QueryParameter<String> CHAIN_ID =
      QueryParameter.optional(
          "chainId",
          ParameterType.ID,
          Examples.CHAIN_ID,
          "Only cinemas of this chain. An id that no chain has matches nothing.");

  public static final QueryParameter<Double> LATITUDE =
      QueryParameter.optional(
              "latitude",
              new ParameterType.Decimal(Location.LATITUDE),
              "51.37",
              "The centre of the circle, in degrees north. Together with `longitude`; not with"
                  + " `postcode` or `place`.")
          .needing("longitude");

  static final QueryParameter<Double> LONGITUDE =
      QueryParameter.optional(
              "longitude",
              new ParameterType.Decimal(Location.LONGITUDE),
              "1.13",
              "The centre of the circle, in degrees east. Together with `latitude`; not with"
                  + " `postcode` or `place`.")
          .needing("latitude");

  static final QueryParameter<String> POSTCODE =
      QueryParameter.optional(
          "postcode",
          new ParameterType.Text(new Bounds(1, Location.POSTCODE_LENGTH.most())),
          Examples.POSTCODE,
          "The centre of the circle: the postcode of a cinema whose coordinates are known. Case and"
              + " spaces do not count. Not with `latitude` and `longitude`, or `place`.");

  /// A centre by the id of a place.
  static final QueryParameter<String> PLACE =
      QueryParameter.optional(
              "place",
              ParameterType.ID,
              Examples.PLACE_ID,
              "The centre of the circle: the id of a place, from `/v1/places`. Not with `latitude`"
                  + " and `longitude`, or `postcode`.")
          .asExtension();

  private static final QueryParameter<Double> RADIUS_KM =
      radius(25.0, "Without it: 25. The programme takes 10.");

  static final Rule ONE_CENTRE =
      new Rule(
          POSTCODE.name(),
          Reason.NOT_ALLOWED_TOGETHER,
          "give latitude and longitude, or postcode, not both");

  static final Rule PLACE_ALONE =
      new Rule(
          PLACE.name(),
          Reason.NOT_ALLOWED_TOGETHER,
          "a place is the centre: leave out latitude, longitude and postcode, or the place");

  static final Rule LATITUDE_HAS_LONGITUDE =
      new Rule(LONGITUDE.name(), Reason.REQUIRED_TOGETHER, "latitude needs a longitude");

  static final Rule LONGITUDE_HAS_LATITUDE =
      new Rule(LATITUDE.name(), Reason.REQUIRED_TOGETHER, "longitude needs a latitude");

  static final Rule RADIUS_HAS_CENTRE =
      new Rule(
          "radiusKm",
          Reason.REQUIRED_TOGETHER,
          "a radius needs a centre: latitude and longitude, postcode, or place");

  /// Depends on the data: reported when the cinemas are looked up.
  static final Rule KNOWN_POSTCODE =
      new Rule(
          POSTCODE.name(), Reason.UNKNOWN_POSTCODE, "no cinema with this postcode has coordinates");

  /// Depends on the data too.
  static final Rule KNOWN_PLACE =
      new Rule(
          PLACE.name(),
          Reason.UNKNOWN_VALUE,
          "no place has this id now: search for it again with /v1/places");

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(
              fingerprint(new CinemaQuery(null, null, null)),
              new Position.ByName("penny lantern saltmarch bay", Examples.CINEMA_ID)));

  /// Its declaration.
  static final Operation OPERATION =
      new Operation(
          "searchCinemas",
          "Search cinemas",
          "Lists cinemas by name. With a centre, lists only those within the radius, nearest first;"
              + " a cinema without coordinates is never within a radius. All filters must hold.",
          false,
          PathTemplate.of("/v1/cinemas"),
          List.of(
              SEARCH,
              CHAIN_ID,
              LATITUDE,
              LONGITUDE,
              POSTCODE,
              PLACE,
              RADIUS_KM,
              Paging.LIMIT,
              CURSOR,
              Paging.INCLUDE),
          List.of(
              ONE_CENTRE,
              PLACE_ALONE,
              LATITUDE_HAS_LONGITUDE,
              LONGITUDE_HAS_LATITUDE,
              RADIUS_HAS_CENTRE,
              KNOWN_POSTCODE,
              KNOWN_PLACE,
              Paging.SAME_LIST),
          new Operation.Answer.ListOf(RecordTypes.CINEMA),
          SearchCinemas::question);

  private SearchCinemas() {}

  /// The parameter `radiusKm`.
  ///
  /// @param usual the radius where none is given
  /// @param told that radius, and that of the other operation
  static QueryParameter<Double> radius(double usual, String told) {
    return QueryParameter.optional(
            "radiusKm",
            new ParameterType.Decimal(Around.RADIUS_KM),
            "10",
            "The radius of the circle in kilometres. Needs a centre: `latitude` and `longitude`,"
                + " `postcode`, or `place`. "
                + told)
        .orElse(usual)
        .needing("latitude", "longitude");
  }

  private static Question question(RequestParameters given) {
    String search = given.get(SEARCH);
    Around around = around(given, RADIUS_KM);
    CinemaQuery query =
        new CinemaQuery(search == null ? null : Folding.fold(search), given.get(CHAIN_ID), around);
    Question.PagePlace place =
        Paging.place(
            given,
            CURSOR,
            around == null ? Position.ByName.class : Position.ByDistance.class,
            fingerprint(query));
    return new Question.Cinemas(query, place);
  }

  /// The circle that a request names; null where it names none, or not in one way.
  ///
  /// @param radius the parameter `radiusKm` of the operation
  static @Nullable Around around(RequestParameters given, QueryParameter<Double> radius) {
    boolean north = given.has(LATITUDE);
    boolean east = given.has(LONGITUDE);
    boolean code = given.has(POSTCODE);
    boolean named = given.has(PLACE);
    if (named && (north || east || code)) {
      given.refuse(PLACE_ALONE);
    }
    if ((north || east) && code) {
      given.refuse(ONE_CENTRE);
    }
    if (north && !east) {
      given.refuse(LATITUDE_HAS_LONGITUDE);
    }
    if (east && !north) {
      given.refuse(LONGITUDE_HAS_LATITUDE);
    }
    if (given.has(radius) && !hasCentre(given)) {
      given.refuse(RADIUS_HAS_CENTRE);
    }
    Double latitude = given.get(LATITUDE);
    Double longitude = given.get(LONGITUDE);
    if (latitude != null && longitude != null) {
      return new Around(new Centre.Point(latitude, longitude), given.orElse(radius));
    }
    String place = given.get(PLACE);
    if (place != null) {
      return new Around(new Centre.PlaceId(place), given.orElse(radius));
    }
    String postcode = given.get(POSTCODE);
    return postcode == null
        ? null
        : new Around(new Centre.Postcode(Postcodes.key(postcode)), given.orElse(radius));
  }

  /// Whether a request says something of a centre.
  static boolean hasCentre(RequestParameters given) {
    return given.has(LATITUDE) || given.has(LONGITUDE) || given.has(POSTCODE) || given.has(PLACE);
  }

  /// What is broken where nothing is known of a centre.
  public static Rule known(Centre centre) {
    return centre instanceof Centre.PlaceId ? KNOWN_PLACE : KNOWN_POSTCODE;
  }

  private static long fingerprint(CinemaQuery query) {
    Around around = query.around();
    return Paging.fingerprint(
        "cinemas", query.search(), query.chainId(), around == null ? null : written(around));
  }

  /// A circle in letters that never change, since callers keep cursors; not those of the programme,
  /// whose cursors are kept too.
  private static String written(Around around) {
    String centre =
        switch (around.centre()) {
          case Centre.Point(double latitude, double longitude) ->
              "Point[latitude=" + latitude + ", longitude=" + longitude + "]";
          case Centre.Postcode(String key) -> "Postcode[key=" + key + "]";
          case Centre.PlaceId(String id) -> "Of[placeId=" + id + "]";
        };
    return "Around[centre=" + centre + ", radiusKm=" + around.radiusKm() + "]";
  }
}
