package org.marquee.feed;

import org.jspecify.annotations.Nullable;

/// The native cinema object (docs/feeds.md, "Records"): a line of the native feed, and what an
/// operator writes to describe a venue of another one.
public final class NativeCinema {
  private NativeCinema() {}

  /// Reads the members; null where the entry was refused.
  public static FeedRecord.@Nullable Cinema read(FeedLine entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String name = entry.required("name", Limits.CINEMA_NAME);
    FeedLine location = entry.part("location");
    String countryCode = location.awaited("countryCode", Limits.COUNTRY_CODE);
    String locality = location.awaited("locality", Limits.LOCALITY);
    String postcode = location.awaited("postcode", Limits.POSTCODE);
    if (externalId == null || name == null) {
      return null;
    }
    Position position = Position.read(location);
    return new FeedRecord.Cinema(
        externalId,
        name,
        entry.optional("chain", Limits.EXTERNAL_ID),
        entry.optional("timeZone", Limits.TIME_ZONE),
        countryCode,
        locality,
        postcode,
        location.optional("address", Limits.ADDRESS),
        position.latitude(),
        position.longitude(),
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  /// Both coordinates or none: half a position is nowhere.
  private record Position(@Nullable Double latitude, @Nullable Double longitude) {
    static Position read(FeedLine location) {
      Double latitude = location.optional("latitude", Limits.LATITUDE);
      Double longitude = location.optional("longitude", Limits.LONGITUDE);
      if (latitude != null && longitude == null) {
        location.drop("latitude", latitude.toString(), "needs a longitude beside it");
        return new Position(null, null);
      }
      if (longitude != null && latitude == null) {
        location.drop("longitude", longitude.toString(), "needs a latitude beside it");
        return new Position(null, null);
      }
      return new Position(latitude, longitude);
    }
  }
}
