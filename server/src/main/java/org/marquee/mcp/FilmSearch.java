package org.marquee.mcp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Parameter;
import org.marquee.json.JsonTree;
import org.marquee.listing.Bounds;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Page;
import org.marquee.listing.Revision;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.declaration.Operation;

/// Finds films by a part of their title. The interface has no such filter, so the list of all films
/// is read once for each state of the data, and kept.
final class FilmSearch implements Tool {
  private static final Bounds LIMIT = new Bounds(1, 50);
  private static final int USUAL_LIMIT = 10;
  private static final Set<String> NAMES = new LinkedHashSet<>(List.of("title", "limit"));

  /// Of more films only these are searched, and the answer states it.
  private static final int MOST_FILMS = 50_000;

  private static final Operation LIST_FILMS = Toolbox.operation("listFilms");

  private static final Declaration DECLARATION =
      new Declaration(
          "search_films",
          "Search films",
          "Finds films by their title or a part of it; case, accents and punctuation do not count."
              + " The best match comes first. Gives the id for whats_on (where it is on) and"
              + " list_showtimes. matches says how many films fit: if that is more than are listed,"
              + " give more of the title. A film that is listed may have no showtimes left.",
          schema());

  private final Answers answers;
  private volatile @Nullable Titles kept;

  FilmSearch(Answers answers) {
    this.answers = answers;
  }

  /// All films of one state of the data.
  ///
  /// @param complete whether there are no more than these
  private record Titles(Revision revision, List<Titled> films, boolean complete) {}

  /// @param folded the title, comparable
  /// @param film as answers have it
  private record Titled(String folded, Map<String, @Nullable Object> film) {}

  /// @param rank how well it fits; 0 is best
  private record Match(int rank, Titled titled) {}

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
      return new Result.Answer(answer(titles(), folded, limit));
    } catch (ListingsUnavailable _) {
      return Result.UNAVAILABLE;
    }
  }

  private static String answer(Titles titles, String folded, int limit) {
    List<Match> matches = new ArrayList<>();
    for (Titled each : titles.films()) {
      int rank = rank(each.folded(), folded);
      if (rank >= 0) {
        matches.add(new Match(rank, each));
      }
    }
    matches.sort(Comparator.comparingInt(Match::rank)); // equal ones stay in the order of titles
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("data", matches.stream().limit(limit).map(match -> match.titled().film()).toList());
    answer.put("matches", matches.size());
    if (!titles.complete()) {
      answer.put("searched", titles.films().size());
    }
    return JsonTree.text(answer);
  }

  /// How well a title fits; negative if it does not.
  private static int rank(String title, String wanted) {
    if (title.equals(wanted)) {
      return 0;
    }
    if (title.startsWith(wanted + " ")) {
      return 1;
    }
    if ((" " + title + " ").contains(" " + wanted + " ")) {
      return 2;
    }
    if (title.contains(wanted)) {
      return 3;
    }
    for (String word : wanted.split(" ", -1)) {
      if (!title.contains(word)) {
        return -1;
      }
    }
    return 4;
  }

  private Titles titles() {
    Titles known = kept;
    return known != null && known.revision().equals(answers.revision()) ? known : read();
  }

  /// One caller reads, the others wait: that takes no longer.
  private synchronized Titles read() {
    Revision revision = answers.revision();
    Titles known = kept;
    if (known != null && known.revision().equals(revision)) {
      return known;
    }
    List<Titled> films = new ArrayList<>();
    String cursor = null;
    do {
      cursor = readPage(cursor, films);
    } while (cursor != null && films.size() < MOST_FILMS);
    Titles read = new Titles(revision, List.copyOf(films), cursor == null);
    kept = read;
    return read;
  }

  /// Adds a page of films, and returns where the next one begins; null where there is none.
  private @Nullable String readPage(@Nullable String cursor, List<Titled> films) {
    List<Parameter> query = new ArrayList<>();
    query.add(new Parameter("limit", Integer.toString(Page.LIMIT.most())));
    if (cursor != null) {
      query.add(new Parameter("cursor", cursor));
    }
    return switch (answers.answer(LIST_FILMS, "", query)) {
      case Outcome.Found(byte[] json) -> add(ShortAnswer.of(json, Set.of()), films);
      case Outcome.Unavailable() -> throw new ListingsUnavailable("the films cannot be read", null);
      case Outcome other -> throw new IllegalStateException(other.toString());
    };
  }

  private static @Nullable String add(String page, List<Titled> films) {
    Map<String, @Nullable Object> answer = JsonTree.object(JsonTree.own(page));
    if (answer == null || !(answer.get("data") instanceof List<?> data)) {
      throw new IllegalStateException("no list");
    }
    for (Object each : data) {
      Map<String, @Nullable Object> film = JsonTree.object(each);
      if (film != null && film.get("title") instanceof String title) {
        films.add(new Titled(Folding.fold(title), film));
      }
    }
    return (String) answer.get("nextCursor");
  }
}
