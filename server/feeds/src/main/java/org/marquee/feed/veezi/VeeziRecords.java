package org.marquee.feed.veezi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.member.DirectorNames;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;

/// The members of the site, its screens, films and sessions, in this order. Null stands for a
/// record that was refused.
final class VeeziRecords {
  private static final Limit<String> ATTRIBUTE = new Limit<>("ids", Limits.EXTERNAL_KEY.reading());

  private final String cinema;

  /// The attributes that the titles of films give their sessions.
  private final Map<String, Attributes> ofTitles = new HashMap<>();

  /// What attributes are called, by their ids.
  private final Map<String, String> labels = new HashMap<>();

  VeeziRecords(String cinema, List<Members> attributes) {
    this.cinema = cinema;
    for (Members attribute : attributes) {
      String id = Limits.EXTERNAL_KEY.of(attribute.ask("Id"));
      String description = Limits.TEXT.of(attribute.ask("Description"));
      String name = description == null ? Limits.TEXT.of(attribute.ask("ShortName")) : description;
      if (id != null && name != null) {
        labels.put(id, name);
      }
    }
  }

  FeedRecord.@Nullable Cinema site(FeedLine entry) {
    String name = entry.required("Name", Limits.CINEMA_NAME);
    String zone = entry.optional("TimeZoneIdentifier", Limits.TEXT);
    String iana = zone == null ? null : Zones.named(zone).map(Object::toString).orElse(null);
    if (zone != null && iana == null) {
      entry.drop("TimeZoneIdentifier", zone, "must be a zone of the IANA database or of Windows");
    }
    String lines =
        Stream.of("Address1", "Address2", "Address3")
            .map(line -> entry.unlessEmpty(line, Limits.ADDRESS))
            .flatMap(line -> line == null ? Stream.empty() : Stream.of(line.strip()))
            .collect(Collectors.joining(", "));
    entry.passOver(
        "Id LegalName ShortName Phone1 Phone2 PhoneNumber Fax State Country "
            + "ScreenCount Screens Currency Receipts SalesTaxRegistration TicketMessage1 "
            + "TicketMessage2 ReceiptMessage1 ReceiptMessage2 ReceiptMessage3 "
            + "ReceiptMessage4 ReceiptMessage5 ReceiptMessage6 NationalCode");
    if (name == null) {
      return null;
    }
    return new FeedRecord.Cinema(
        cinema,
        name,
        null,
        iana,
        null,
        entry.awaited("City", Limits.LOCALITY),
        entry.awaited("PostCode", Limits.POSTCODE),
        lines.isEmpty() ? null : lines,
        null,
        null,
        null);
  }

  FeedRecord.@Nullable Screen screen(FeedLine entry) {
    String id = entry.required("Id", Limits.EXTERNAL_KEY);
    String name = entry.required("Name", Limits.SCREEN_NAME);
    entry.passOver("ScreenNumber HasCustomLayout TotalSeats HouseSeats");
    return id == null || name == null ? null : new FeedRecord.Screen(id, cinema, name, null);
  }

  FeedRecord.@Nullable Film film(FeedLine entry) {
    String id = entry.required("Id", Limits.EXTERNAL_KEY);
    ParsedTitle titled = entry.title("Title", entry.awaited("Title", Limits.TEXT));
    entry.passOver(
        "ShortName Synopsis Genre SignageText Distributor Status Content "
            + "DisplaySequence NationalCode Format IsRestricted AudioLanguage Attributes "
            + "GovernmentFilmTitle FilmPosterThumbnailUrl BackdropImageUrl FilmTrailerUrl");
    if (id == null) {
      return null;
    }
    ofTitles.put(id, titled == null ? Attributes.NONE : titled.attributes());
    // A film whose length nobody entered has none.
    Integer minutes = entry.optional("Duration", Limits.DURATION_MINUTES);
    return new FeedRecord.Film(
        id,
        titled == null ? null : titled.title(),
        minutes == null || minutes == 0 ? null : minutes,
        entry.unlessEmpty("Rating", Limits.CERTIFICATION),
        entry.unlessEmpty("FilmPosterUrl", Limits.URI),
        entry.unlessEmpty("OpeningDate", Limits.RELEASE_DATE),
        null,
        null,
        directors(entry),
        null);
  }

  private static List<String> directors(FeedLine entry) {
    List<Value> people = entry.glance("People", Limits.LIST);
    List<Value> names = new ArrayList<>();
    for (Value each : people == null ? List.<Value>of() : people) {
      if (each instanceof Members person && "Director".equals(Limits.TEXT.of(person.ask("Role")))) {
        names.add(DirectorNames.person(person.ask("FirstName"), person.ask("LastName")));
      }
    }
    return DirectorNames.of(names);
  }

  /// A film of which only the title is known, as a session gives it.
  FeedRecord.@Nullable Film called(FeedLine entry, String id) {
    ParsedTitle titled = entry.title("Title", entry.required("Title", Limits.TEXT));
    if (titled == null) {
      return null;
    }
    ofTitles.put(id, titled.attributes());
    return FeedRecord.Film.called(id, titled.title());
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

  /// Its start is that of the feature, on the site's wall clock; one that is sold out, or sold no
  /// longer, is still shown, and listed.
  FeedRecord.@Nullable Showtime session(FeedLine entry) {
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
    String address = address(entry);
    Attributes attributes =
        entry
            .label(entry.unlessEmpty("FilmFormat", Limits.TEXT))
            .and(entry.attributes("Attributes", ATTRIBUTE, this::wordings))
            .and(ofTitles.getOrDefault(film, Attributes.NONE));
    String screen = entry.optional("ScreenId", Limits.EXTERNAL_KEY);
    return new FeedRecord.Showtime(
        id,
        film,
        cinema,
        start,
        address,
        attributes,
        screen == null ? null : new FeedRecord.ScreenSeen(screen, null),
        null);
  }

  /// Where to book: answers write its name in either way.
  private static @Nullable String address(FeedLine entry) {
    String address = entry.unlessEmpty("Url", Limits.URI);
    return address == null ? entry.unlessEmpty("URL", Limits.URI) : address;
  }

  private List<String> wordings(String attribute) {
    return List.of(labels.getOrDefault(attribute, attribute));
  }
}
