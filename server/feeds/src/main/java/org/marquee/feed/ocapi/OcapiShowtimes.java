package org.marquee.feed.ocapi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Attributes;

/// The members of a showtime. One that is sold out is still shown, and listed. The format has no
/// address to book at: that is made by each chain's own site.
final class OcapiShowtimes {
  private OcapiShowtimes() {}

  static FeedRecord.@Nullable Showtime read(
      FeedLine entry, OcapiSites sites, Related related, Map<String, OcapiFilms.TitledFilm> films) {
    String id = entry.required("id", Limits.EXTERNAL_KEY);
    String film = entry.required("filmId", Limits.EXTERNAL_KEY);
    String site = entry.required("siteId", Limits.EXTERNAL_KEY);
    FeedLine schedule = entry.part("schedule");
    FeedRecord.Start start = schedule.required("startsAt", Limits.START);
    schedule.passOver("businessDate endsAt filmStartsAt filmEndsAt inSeatItemDelivery");
    entry.passOver(
        "isSoldOut seatLayoutId areaCategories isAllocatedSeating requires3dGlasses "
            + "eventId restrictions filmAdvanceBookingRuleId");
    if (id == null || film == null || site == null || start == null) {
      return null;
    }
    OcapiFilms.TitledFilm known = films.get(film);
    return new FeedRecord.Showtime(
        id,
        film,
        sites.cinema(site),
        start,
        null,
        attributes(entry, related).and(known == null ? Attributes.NONE : known.attributes()),
        screen(entry, related),
        null);
  }

  private static Attributes attributes(FeedLine entry, Related related) {
    Attributes attributes = Attributes.NONE;
    List<Value> ids = entry.optional("attributeIds", Limits.LIST);
    for (Value id : ids == null ? List.<Value>of() : ids) {
      String text = Limits.EXTERNAL_KEY.of(id);
      if (text == null) {
        entry.drop("attributeIds", id.shown(), "must contain ids, each a string");
      } else {
        attributes = attributes.and(entry.label(related.wordings(text)));
      }
    }
    return attributes;
  }

  private static FeedRecord.@Nullable ScreenSeen screen(FeedLine entry, Related related) {
    String id = entry.optional("screenId", Limits.EXTERNAL_KEY);
    if (id == null) {
      return null;
    }
    String name = related.screen(id);
    return new FeedRecord.ScreenSeen(
        id, name == null ? null : Limits.SCREEN_NAME.of(new Value.Text(name)));
  }
}
