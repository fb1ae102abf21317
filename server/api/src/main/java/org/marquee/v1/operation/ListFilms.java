package org.marquee.v1.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;
import org.marquee.listing.Position;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RequestParameters;

/// "List films" (docs/api.md, "List films").
final class ListFilms {
  private static final QueryParameter<String> SEARCH =
      QueryParameter.optional(
              "search",
              SearchCinemas.SEARCH_TEXT,
              "ocan of cindrs",
              "Only films of which a title has this part, also a title in another language; the best"
                  + " match first. Case and punctuation do not count, nor do accents on Latin and"
                  + " Greek letters. If no title has it, titles with a letter in six wrong are found.")
          .asExtension();

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(fingerprint(null), new Position.ByName("ocean of cinders", Examples.FILM_ID)));

  /// Its declaration.
  static final Operation OPERATION =
      new Operation(
          "listFilms",
          "List films",
          "Lists all films by title, or those that a search finds.",
          false,
          PathTemplate.of("/v1/films"),
          List.of(SEARCH, Paging.LIMIT, CURSOR, Paging.INCLUDE),
          List.of(Paging.SAME_LIST),
          new Operation.Answer.ListOf(RecordTypes.FILM),
          ListFilms::question);

  private ListFilms() {}

  private static Question question(RequestParameters given) {
    String search = given.get(SEARCH);
    String folded = search == null ? null : Folding.fold(search);
    return new Question.Films(
        folded,
        Paging.place(
            given,
            CURSOR,
            folded == null ? Position.ByName.class : Position.ByRank.class,
            fingerprint(folded)));
  }

  /// Cursors that are older than the search stay valid.
  private static long fingerprint(@Nullable String folded) {
    return folded == null ? Paging.fingerprint("films") : Paging.fingerprint("films", folded);
  }
}
