package org.marquee.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Further facts about a film. A member that no source gives is null or empty.
///
/// @param sources the provider of each member
public record FilmDetails(
    List<Title> titles,
    @Nullable String originalTitle,
    List<String> directors,
    List<String> genres,
    List<Link> links,
    @Nullable String synopsis,
    Map<String, String> sources) {
  /// Keeps its own copies.
  public FilmDetails {
    titles = List.copyOf(titles);
    directors = List.copyOf(directors);
    genres = List.copyOf(genres);
    links = List.copyOf(links);
    sources = Map.copyOf(sources);
  }

  /// A title in one language, a tag of BCP 47.
  public record Title(String language, String title) {}

  /// A page of a catalogue.
  ///
  /// @param type such as `imdb` or `tmdb`, or what v1 adds later
  public record Link(String type, String url) {}

  static FilmDetails read(JsonObject json) {
    return new FilmDetails(
        json.optionalObjects("titles", it -> new Title(it.text("language"), it.text("title"))),
        json.optionalText("originalTitle"),
        json.optionalTexts("directors"),
        json.optionalTexts("genres"),
        json.optionalObjects("links", it -> new Link(it.text("type"), it.text("url"))),
        json.optionalText("synopsis"),
        json.sources());
  }
}
