package org.marquee.feed.cinemashowtimes;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;

/// The members of the cinema. Its address is one line for people, out of which nothing is guessed.
final class ListedCinemas {
  private ListedCinemas() {}

  static FeedRecord.@Nullable Cinema read(FeedLine entry, String externalId) {
    String name = entry.required("name", Limits.CINEMA_NAME);
    Double latitude = entry.optional("lat", Limits.LATITUDE);
    Double longitude = entry.optional("lon", Limits.LONGITUDE);
    boolean placed = latitude != null && longitude != null;
    entry.passOver("__comment cinema_id phone website google_place_id google_business_id");
    if (name == null) {
      return null;
    }
    return new FeedRecord.Cinema(
        externalId,
        name,
        null,
        entry.optional("timezone", Limits.TIME_ZONE),
        null,
        null,
        null,
        entry.optional("address", Limits.ADDRESS),
        placed ? latitude : null,
        placed ? longitude : null,
        null);
  }
}
