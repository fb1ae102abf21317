package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// What may be special about a showtime, such as `imax`.
///
/// @param kind `accessibility`, `event`, `format`, `language`, or what v1 adds later
public record Attribute(String id, String kind, String name, @Nullable String description) {
  static Attribute read(JsonObject json) {
    return new Attribute(
        json.text("id"), json.text("kind"), json.text("name"), json.optionalText("description"));
  }
}
