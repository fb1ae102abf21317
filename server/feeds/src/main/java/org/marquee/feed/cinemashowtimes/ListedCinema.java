package org.marquee.feed.cinemashowtimes;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.StartTime;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Vocabulary;

/// The members of one cinema, its films, auditoria and sessions, in this order. Null stands for a
/// record that was refused.
final class ListedCinema {
  private final String externalId;
  private final FeedRecord.@Nullable Cinema described;
  private @Nullable ZoneId zone;

  /// The attributes that the titles of films give their sessions.
  private final Map<String, Attributes> ofTitles = new HashMap<>();

  /// The formats that every session in an auditorium has.
  private final Map<String, Attributes> formats = new HashMap<>();

  ListedCinema(String externalId, FeedRecord.@Nullable Cinema described) {
    this.externalId = externalId;
    this.described = described;
  }

  /// The address is one line for people, out of which nothing is guessed.
  FeedRecord.@Nullable Cinema read(FeedLine entry) {
    String name = entry.required("name", Limits.CINEMA_NAME);
    Double latitude = entry.optional("lat", Limits.LATITUDE);
    Double longitude = entry.optional("lon", Limits.LONGITUDE);
    boolean placed = latitude != null && longitude != null;
    entry.passOver("__comment cinema_id phone website google_place_id google_business_id");
    if (name == null) {
      return null;
    }
    FeedRecord.Cinema read =
        new FeedRecord.Cinema(
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
    FeedRecord.Cinema known = described == null ? read : described.completedBy(read);
    zone = known.timeZone() == null ? null : Zones.named(known.timeZone()).orElse(null);
    return known;
  }

  /// One that is announced without sessions is listed too.
  FeedRecord.@Nullable Film film(FeedLine entry) {
    String id = entry.required("film_id", Limits.EXTERNAL_KEY);
    ParsedTitle titled = entry.title("title", entry.awaited("title", Limits.TEXT));
    FeedLine identifiers = entry.part("identifiers");
    identifiers.passOver("eidr isan");
    entry.passOver(
        "alt_titles languages distributor scores status pre_sales_start presales "
            + "content genres synopsis");
    if (id == null) {
      return null;
    }
    ofTitles.put(id, titled == null ? Attributes.NONE : titled.attributes());
    return new FeedRecord.Film(
        id,
        titled == null ? null : titled.title(),
        entry.optional("runtime_minutes", Limits.DURATION_MINUTES),
        entry.unlessEmpty("rating", Limits.CERTIFICATION),
        poster(entry),
        entry.unlessEmpty("release_date", Limits.RELEASE_DATE),
        identifiers.unlessEmpty("tmdb", Limits.EXT_CATALOG_A_ID),
        identifiers.unlessEmpty("imdb", Limits.EXT_CATALOG_B_ID),
        directors(entry),
        null);
  }

  private static List<String> directors(FeedLine entry) {
    FeedLine credits = entry.optionalPart("credits");
    credits.passOver("producers writers cast");
    return credits.directors("directors");
  }

  private static @Nullable String poster(FeedLine entry) {
    FeedLine assets = entry.part("assets");
    assets.passOver("banner thumbnail backdrop logo trailers");
    FeedLine poster = assets.part("poster");
    String large = poster.unlessEmpty("large", Limits.URI);
    String small = poster.unlessEmpty("small", Limits.URI);
    return large == null ? small : large;
  }

  /// What a room is made for, as IMAX, all its sessions are; what it merely has, as devices, each
  /// session states for itself.
  FeedRecord.@Nullable Screen screen(FeedLine entry) {
    String id = entry.required("auditorium_id", Limits.EXTERNAL_KEY);
    String name = entry.required("name", Limits.SCREEN_NAME);
    List<Value> labels = entry.optional("attributes", Limits.LIST);
    entry.passOver("seat_count seat_classes seatmap_url");
    if (id == null || name == null) {
      return null;
    }
    formats.put(
        id,
        Attributes.of(
            (labels == null ? List.<Value>of() : labels)
                .stream()
                    .map(Limits.TEXT::of)
                    .filter(Objects::nonNull)
                    .flatMap(label -> Vocabulary.BUILT_IN.attributes(label).stream())
                    .flatMap(meaning -> meaning.list().stream())
                    .filter(attribute -> attribute.type() == Attribute.Type.FORMAT)
                    .toList()));
    return new FeedRecord.Screen(id, externalId, name, null);
  }

  /// The status of a session that does not take place; null where it does.
  static @Nullable String calledOff(FeedLine entry) {
    String status = entry.glance("status", Limits.TEXT);
    String word = status == null ? "" : status.toLowerCase(Locale.ROOT);
    return word.startsWith("cancel") || word.equals("postponed") ? status : null;
  }

  /// Its start is the one that is advertised.
  FeedRecord.@Nullable Showtime session(FeedLine entry) {
    String id = entry.required("session_id", Limits.EXTERNAL_KEY);
    String film = entry.required("film_id", Limits.EXTERNAL_KEY);
    String auditorium = entry.unlessEmpty("auditorium_id", Limits.EXTERNAL_KEY);
    Start start = start(entry);
    entry.passOver(
        "status preshow_start_time_local preshow_start_time "
            + "feature_start_time_local feature_start_time credits_time_local "
            + "end_time_local pricing availability_by_class checksum");
    Attributes attributes = attributes(entry);
    if (id == null || film == null || start == null) {
      return null;
    }
    return new FeedRecord.Showtime(
        id,
        film,
        externalId,
        start,
        entry.unlessEmpty("booking_url", Limits.URI),
        attributes
            .and(ofTitles.getOrDefault(film, Attributes.NONE))
            .and(formats.getOrDefault(auditorium, Attributes.NONE)),
        auditorium == null ? null : new FeedRecord.ScreenSeen(auditorium, null),
        null);
  }

  /// The format gives the start several times over. Where two of them are different instants,
  /// nobody knows which one is true, and the session is refused.
  private @Nullable Start start(FeedLine entry) {
    Start start = null;
    for (String name :
        new String[] {
          "advertised_start_time_local",
          "advertised_start_time",
          "start_time_local",
          "start_time_utc"
        }) {
      if (entry.isEmpty(name)) {
        continue; // What converters write where their source does not say.
      }
      Start other = entry.strict(name, Limits.START);
      if (start == null) {
        start = other;
      } else if (other != null && contradict(start, other)) {
        entry.refuse(
            Code.START_TIMES_CONTRADICT,
            written(other),
            '"' + name + "\" is another instant than " + written(start));
        return null;
      }
    }
    if (start == null) {
      entry.refuse(Code.MEMBER_MISSING, "", "\"start_time_local\" is missing");
    }
    return start;
  }

  private static String written(Start start) {
    return start instanceof Start.Local ? start.keyText() : start.text();
  }

  private boolean contradict(Start one, Start other) {
    Instant first = instant(one);
    Instant second = instant(other);
    if (first != null && second != null) {
      return !first.equals(second);
    }
    // Without a zone, a local time can only be held against another.
    return first == null && second == null && !one.equals(other);
  }

  private @Nullable Instant instant(Start start) {
    return switch (start) {
      case Start.Exact exact -> exact.instant();
      case Start.Local local -> zone == null ? null : StartTime.at(local.time(), zone).instant();
    };
  }

  private static Attributes attributes(FeedLine session) {
    FeedLine entry = session.part("attributes");
    Attributes attributes = Attributes.NONE;
    for (String name : List.of("video_format", "video_marketing_name", "audio_format")) {
      attributes = attributes.and(entry.label(entry.unlessEmpty(name, Limits.TEXT)));
    }
    entry.passOver("language subtitle_languages");
    FeedLine accessibility = entry.part("accessibility");
    accessibility.passOver("ccap ccap_languages wheelchair hearing_assisted_loop");
    if (accessibility.isSet("ocap")) {
      attributes = attributes.with(Attribute.SUBTITLED);
    }
    return accessibility.isSet("descriptive_audio")
        ? attributes.with(Attribute.AUDIO_DESCRIBED)
        : attributes;
  }
}
