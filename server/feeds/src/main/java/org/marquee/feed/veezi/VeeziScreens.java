package org.marquee.feed.veezi;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;

/// The members of a screen: the site's inventory.
final class VeeziScreens {
  private VeeziScreens() {}

  static FeedRecord.@Nullable Screen read(FeedLine entry, String cinema) {
    String id = entry.required("Id", Limits.EXTERNAL_KEY);
    String name = entry.required("Name", Limits.SCREEN_NAME);
    entry.passOver("ScreenNumber HasCustomLayout TotalSeats HouseSeats");
    return id == null || name == null ? null : new FeedRecord.Screen(id, cinema, name, null);
  }
}
