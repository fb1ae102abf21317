package org.marquee.mcp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.listing.Bounds;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.Operations;

/// Finds films by a part of any of their titles ([Answers#searchFilms]).
final class FilmSearch implements Tool {
  private static final Bounds LIMIT = new Bounds(1, 50);
  private static final int USUAL_LIMIT = 10;
  private static final Set<String> NAMES = new LinkedHashSet<>(List.of("title", "limit"));

  private static final Operation GET_FILM = Operations.withId("getFilm");

  private static final Declaration DECLARATION =
      new Declaration(
          "search_films",
          "Search films",
          "Finds films by a title or a part of one, also by those of other countries (otherTitles);"
              + " case, accents and punctuation do not count."
              + " The best match comes first. Gives the id for whats_on (where it is on) and"
              + " list_showtimes. matches says how many films fit: if that is more than are listed,"
              + " give more of the title. A film that is listed may have no showtimes left.",
          schema());

  private final Answers answers;

  FilmSearch(Answers answers) {
    this.answers = answers;
  }

  private static JsonObject schema() {
    JsonObject title =
        JsonObject.of("type", "string")
            .with("minLength", 1)
            .with("maxLength", Film.TITLE_LENGTH.most())
            .with("description", "The title, or a part of it, without year, cinema or format.");
    JsonObject limit =
        JsonObject.of("type", "integer")
            .with("minimum", LIMIT.least())
            .with("maximum", LIMIT.most())
            .with("default", USUAL_LIMIT)
            .with("description", "How many films the answer has at most.");
    return Declaration.schema(JsonObject.of("title", title).with("limit", limit), List.of("title"));
  }

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public Result call(Map<String, @Nullable Object> sent) {
    Arguments arguments = new Arguments(sent, NAMES, Set.of());
    int limit = arguments.limit("limit", LIMIT.most(), USUAL_LIMIT);
    String title = arguments.get("title");
    if (title == null) {
      arguments.require("title");
    }
    String folded = title == null ? "" : Folding.fold(title);
    if (title != null && folded.isEmpty()) {
      arguments.refuse("title", "too_short", "at least one letter or digit");
    } else if (title != null && !Film.TITLE_LENGTH.containsLengthOf(title)) {
      arguments.refuse("title", "too_long", "at most " + Film.TITLE_LENGTH.most() + " characters");
    }
    Result refusal = arguments.refusal();
    if (refusal != null) {
      return refusal;
    }
    try {
      return new Result.Answer(answer(answers.searchFilms(folded, limit)));
    } catch (ListingsUnavailable _) {
      return Result.UNAVAILABLE;
    }
  }

  private String answer(Film.Matches found) {
    return JsonObject.of(
            "data", found.films().stream().map(this::film).flatMap(Optional::stream).toList())
        .with("matches", found.matches())
        .toString();
  }

  /// The film as answers have it, with its other titles; empty where it has just gone.
  private Optional<Map<String, @Nullable Object>> film(Film.Titles found) {
    return switch (answers.answer(GET_FILM, found.id(), List.of())) {
      case Outcome.Answered(byte[] json) -> {
        Map<String, @Nullable Object> film =
            Objects.requireNonNull(
                JsonTree.object(ShortAnswer.of(json, Set.of()).members().get("data")));
        if (!found.others().isEmpty()) {
          film.put("otherTitles", found.others());
        }
        yield Optional.of(film);
      }
      case Outcome.Missing() -> Optional.empty();
      case Outcome.Unavailable() -> throw new ListingsUnavailable("a film cannot be read", null);
      case Outcome other -> throw new IllegalStateException(other.toString());
    };
  }
}
