package org.marquee.feed.veezi;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Members;
import org.marquee.feed.Value;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;

/// The members of a session. Its start is that of the feature, on the site's wall clock; one that
/// is sold out, or sold no longer, is still shown, and listed.
final class VeeziSessions {
  private final String cinema;
  private final Map<String, VeeziFilms.LabelledFilm> films;
  private final Map<String, String> labels;

  VeeziSessions(
      String cinema, Map<String, VeeziFilms.LabelledFilm> films, Map<String, String> labels) {
    this.cinema = cinema;
    this.films = films;
    this.labels = labels;
  }

  /// Why a session is not for everybody's eyes.
  record Hidden(Code code, String read) {}

  static @Nullable Hidden hidden(Members session) {
    String type = Limits.TEXT.of(session.ask("ShowType"));
    if (type != null && type.equalsIgnoreCase("private")) {
      return new Hidden(Code.SHOWING_PRIVATE, type);
    }
    String status = Limits.TEXT.of(session.ask("Status"));
    if (status == null) {
      return null;
    }
    return switch (status.toLowerCase(Locale.ROOT)) {
      case "cancelled", "canceled" -> new Hidden(Code.SHOWING_CALLED_OFF, status);
      case "planned" -> new Hidden(Code.SHOWING_NOT_ANNOUNCED, status);
      default -> null;
    };
  }

  FeedRecord.@Nullable Showtime read(FeedLine entry) {
    String id = entry.required("Id", Limits.EXTERNAL_KEY);
    String film = entry.required("FilmId", Limits.EXTERNAL_KEY);
    FeedRecord.Start start = entry.required("FeatureStartTime", Limits.START_AS_WRITTEN);
    entry.passOver(
        "ShowType Status Title FilmPackageId Seating AreComplimentariesAllowed "
            + "SalesVia PreShowStartTime SalesCutOffTime FeatureEndTime CleanupEndTime "
            + "TicketsSoldOut FewTicketsLeft SeatsAvailable SeatsHeld SeatsHouse "
            + "SeatsSold PriceCardName AudioLanguage");
    if (id == null || film == null || start == null) {
      return null;
    }
    VeeziFilms.LabelledFilm known = films.get(film);
    return new FeedRecord.Showtime(
        id,
        film,
        cinema,
        start,
        address(entry),
        attributes(entry).and(known == null ? Attributes.NONE : known.attributes()),
        screen(entry),
        null);
  }

  /// Where to book: answers write its name in either way.
  private static @Nullable String address(FeedLine entry) {
    String address = entry.unlessEmpty("Url", Limits.URI);
    return address == null ? entry.unlessEmpty("URL", Limits.URI) : address;
  }

  private Attributes attributes(FeedLine entry) {
    Attributes attributes = Attributes.NONE;
    String format = entry.unlessEmpty("FilmFormat", Limits.TEXT);
    if (format != null) {
      attributes = attributes.and(entry.label(format));
    }
    List<Value> ids = entry.optional("Attributes", Limits.LIST);
    for (Value id : ids == null ? List.<Value>of() : ids) {
      String text = Limits.EXTERNAL_KEY.of(id);
      if (text == null) {
        entry.drop("Attributes", id.shown(), "must contain ids");
      } else {
        attributes = attributes.and(entry.label(labels.getOrDefault(text, text)));
      }
    }
    return attributes;
  }

  private static FeedRecord.@Nullable ScreenSeen screen(FeedLine entry) {
    String id = entry.optional("ScreenId", Limits.EXTERNAL_KEY);
    return id == null ? null : new FeedRecord.ScreenSeen(id, null);
  }
}
