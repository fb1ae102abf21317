package org.marquee.feed;

import org.jspecify.annotations.Nullable;

/// The venue of a feed whose format says little of it, as the operator describes it.
public final class DescribedCinema {
  private DescribedCinema() {}

  /// What the operator says, completed by what the feed says. Formats of ticketing systems name a
  /// cinema for those who know which chain they look at: the operator's words go before theirs.
  public static FeedRecord.Cinema completed(FeedRecord.Cinema described, FeedRecord.Cinema said) {
    // Half of one position and half of another would be a third place.
    FeedRecord.Cinema position = described.latitude() == null ? said : described;
    return new FeedRecord.Cinema(
        described.externalId(),
        described.name(),
        either(described.chain(), said.chain()),
        either(described.timeZone(), said.timeZone()),
        either(described.countryCode(), said.countryCode()),
        either(described.locality(), said.locality()),
        either(described.postcode(), said.postcode()),
        either(described.address(), said.address()),
        position.latitude(),
        position.longitude(),
        said.sourceUpdatedAt());
  }

  private static @Nullable String either(@Nullable String described, @Nullable String said) {
    return described == null ? said : described;
  }
}
