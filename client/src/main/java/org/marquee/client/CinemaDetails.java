package org.marquee.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Further facts about a cinema. A member that no source gives is null or empty.
///
/// @param timeZone a name of the IANA database
/// @param accessibility such as `wheelchair`, `hearing-loop`, or what v1 adds later
/// @param sources the provider of each member
public record CinemaDetails(
    @Nullable String websiteUrl,
    @Nullable String telephone,
    @Nullable String timeZone,
    List<String> accessibility,
    Map<String, String> sources) {
  /// Keeps its own copies.
  public CinemaDetails {
    accessibility = List.copyOf(accessibility);
    sources = Map.copyOf(sources);
  }

  static CinemaDetails read(JsonObject json) {
    return new CinemaDetails(
        json.optionalText("websiteUrl"),
        json.optionalText("telephone"),
        json.optionalText("timeZone"),
        json.optionalTexts("accessibility"),
        json.sources());
  }
}
