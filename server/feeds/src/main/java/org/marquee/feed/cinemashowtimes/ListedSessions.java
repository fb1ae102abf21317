package org.marquee.feed.cinemashowtimes;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.Limits;
import org.marquee.feed.StartTime;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;

/// The members of a session. Its start is the one that is advertised.
final class ListedSessions {
  private final String cinema;
  private final @Nullable ZoneId zone;
  private final Map<String, ListedFilms.LabelledFilm> films;
  private final Auditoria auditoria;

  ListedSessions(
      String cinema,
      @Nullable ZoneId zone,
      Map<String, ListedFilms.LabelledFilm> films,
      Auditoria auditoria) {
    this.cinema = cinema;
    this.zone = zone;
    this.films = films;
    this.auditoria = auditoria;
  }

  /// The status of a session that does not take place; null where it does.
  static @Nullable String calledOff(FeedLine entry) {
    String status = entry.glance("status", Limits.TEXT);
    String word = status == null ? "" : status.toLowerCase(Locale.ROOT);
    return word.startsWith("cancel") || word.equals("postponed") ? status : null;
  }

  FeedRecord.@Nullable Showtime read(FeedLine entry) {
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
    ListedFilms.LabelledFilm known = films.get(film);
    if (known != null) {
      attributes = attributes.and(known.attributes());
    }
    return new FeedRecord.Showtime(
        id,
        film,
        cinema,
        start,
        entry.unlessEmpty("booking_url", Limits.URI),
        auditorium == null ? attributes : attributes.and(auditoria.formats(auditorium)),
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
    return switch (start) {
      case Start.Exact(Instant instant, int offset) -> Timestamps.write(instant, offset);
      case Start.Local(LocalDateTime time) -> time.toString();
    };
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
    for (String name : new String[] {"video_format", "video_marketing_name", "audio_format"}) {
      String label = entry.unlessEmpty(name, Limits.TEXT);
      if (label != null) {
        attributes = attributes.and(entry.label(label));
      }
    }
    entry.passOver("language subtitle_languages");
    FeedLine accessibility = entry.part("accessibility");
    accessibility.passOver("ccap ccap_languages wheelchair hearing_assisted_loop");
    if (isSet(accessibility, "ocap")) {
      attributes = attributes.with(Attribute.SUBTITLED);
    }
    return isSet(accessibility, "descriptive_audio")
        ? attributes.with(Attribute.AUDIO_DESCRIBED)
        : attributes;
  }

  private static boolean isSet(FeedLine entry, String name) {
    return Boolean.TRUE.equals(entry.optional(name, Limits.FLAG));
  }
}
