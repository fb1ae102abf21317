package org.marquee.v1.operation;

import static org.marquee.v1.declaration.Member.required;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Cinema;
import org.marquee.listing.Folding;
import org.marquee.listing.Location;
import org.marquee.listing.Position;
import org.marquee.listing.RecordId;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Schema;

/// "Search places" (docs/api.md, "Search places").
final class SearchPlaces {
  private static final String EXAMPLE = "saltmarch";

  private static final QueryParameter<String> SEARCH =
      QueryParameter.required(
          "search",
          SearchCinemas.SEARCH_TEXT,
          EXAMPLE,
          "The name of a town or district or the beginning of one of its words, or a postcode or its"
              + " beginning. Case and punctuation do not count, nor do accents on Latin and Greek"
              + " letters. If no place with cinemas near fits, names with a letter in six wrong are found.");

  private static final RecordType PLACE =
      new RecordType(
          "Place",
          "A town, a district or a postcode.",
          required(
              "id",
              new Schema.Text(RecordId.LENGTH),
              Examples.PLACE_ID,
              "The place's id, for the parameter `place`. Opaque; the same on every node."),
          required(
              "name",
              new Schema.Text(Cinema.NAME_LENGTH),
              "Saltmarch Bay",
              "Its name, or the postcode."),
          required(
              "countryCode",
              new Schema.Matching(Pattern.compile("[A-Z]{2}")),
              "GB",
              "The country, as ISO 3166-1 alpha-2 writes it."),
          required("latitude", new Schema.Decimal(Location.LATITUDE), 51.3701, "Degrees north."),
          required("longitude", new Schema.Decimal(Location.LONGITUDE), 1.1267, "Degrees east."),
          required(
              "cinemas",
              new Schema.Whole(new Bounds(0, Integer.MAX_VALUE)),
              3,
              "How many cinemas are within 25 km: those that `/v1/cinemas` lists around it."));

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(
              fingerprint(EXAMPLE), new Position.ByRank(0, "saltmarch bay", Examples.PLACE_ID)));

  /// Its declaration.
  static final Operation OPERATION =
      new Operation(
          "searchPlaces",
          "Search places",
          "Finds towns, districts and postcodes, those with cinemas near first, then the best match."
              + " Pass the `id` as `place` to the programme or the search for cinemas.",
          true,
          PathTemplate.of("/v1/places"),
          List.of(SEARCH, Paging.LIMIT, CURSOR),
          List.of(Paging.SAME_LIST),
          new Operation.Answer.ListOf(PLACE),
          SearchPlaces::question);

  private SearchPlaces() {}

  private static @Nullable Question question(RequestParameters given) {
    String search = given.get(SEARCH);
    String folded = search == null ? null : Folding.fold(search);
    Question.PagePlace place =
        Paging.place(given, CURSOR, Position.ByRank.class, fingerprint(folded));
    return folded == null ? null : new Question.Places(folded, place);
  }

  private static long fingerprint(@Nullable String folded) {
    return Paging.fingerprint("places", folded);
  }
}
