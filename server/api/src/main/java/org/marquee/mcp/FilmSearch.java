package org.marquee.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Bounds;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.TitleSearch.Found;
import org.marquee.v1.declaration.Operation;

/// Finds films by a part of any of their titles ([Answers#searchFilms]).
final class FilmSearch implements Tool {
  private static final Bounds LIMIT = new Bounds(1, 50);
  private static final int USUAL_LIMIT = 10;
  private static final Set<String> NAMES = new LinkedHashSet<>(List.of("title", "limit"));

  private static final Operation GET_FILM = Toolbox.operation("getFilm");

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

  private static Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "title",
        Map.of(
            "type",
            "string",
            "minLength",
            1,
            "maxLength",
            Film.TITLE_LENGTH.most(),
            "description",
            "The title, or a part of it, without year, cinema or format."));
    properties.put(
        "limit",
        Map.of(
            "type",
            "integer",
            "minimum",
            LIMIT.least(),
            "maximum",
            LIMIT.most(),
            "default",
            USUAL_LIMIT,
            "description",
            "How many films the answer has at most."));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of("title"));
    schema.put("additionalProperties", false);
    return schema;
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

  private String answer(Found found) {
    List<Map<String, @Nullable Object>> films = new ArrayList<>();
    for (Film.Titles each : found.films()) {
      Map<String, @Nullable Object> film = film(each);
      if (film != null) {
        films.add(film);
      }
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("data", films);
    answer.put("matches", found.matches());
    return JsonTree.text(answer);
  }

  /// The film as answers have it, with its other titles; null where it has just gone.
  private @Nullable Map<String, @Nullable Object> film(Film.Titles found) {
    return switch (answers.answer(GET_FILM, found.id(), List.of())) {
      case Outcome.Found(byte[] json) -> {
        Map<String, @Nullable Object> answer =
            JsonTree.object(JsonTree.own(ShortAnswer.of(json, Set.of())));
        Map<String, @Nullable Object> film =
            answer == null ? null : JsonTree.object(answer.get("data"));
        if (film != null && !found.others().isEmpty()) {
          film.put("otherTitles", found.others());
        }
        yield film;
      }
      case Outcome.Missing() -> null;
      case Outcome.Unavailable() -> throw new ListingsUnavailable("a film cannot be read", null);
      case Outcome other -> throw new IllegalStateException(other.toString());
    };
  }
}
