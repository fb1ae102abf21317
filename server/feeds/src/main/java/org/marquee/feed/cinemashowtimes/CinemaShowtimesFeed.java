package org.marquee.feed.cinemashowtimes;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.JsonDocument;
import org.marquee.feed.Limits;
import org.marquee.feed.Members;
import org.marquee.feed.Rows;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.feed.Zones;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// The reading of one feed: its files are held in memory together, since all of them define what
/// the feed covers.
final class CinemaShowtimesFeed {
  private final FeedSource source;
  private final FeedSink sink;
  private final Rows rows;

  CinemaShowtimesFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.rows = new Rows(sink, source);
  }

  private record Venue(String file, JsonDocument document, Members root, Members cinema) {}

  void read() throws IOException {
    List<Venue> venues = new ArrayList<>();
    Set<String> cinemas = new HashSet<>();
    Instant oldest = null;
    for (FeedSource.Part part : source.parts()) {
      Venue venue = venue(part);
      venues.add(venue);
      cinemas.add(cinemaId(venue));
      Instant generated = Limits.TIMESTAMP.of(venue.root().ask("generated_at"));
      oldest =
          generated != null && (oldest == null || generated.isBefore(oldest)) ? generated : oldest;
    }
    sink.header(
        FeedHeader.ofCinemas(
            oldest == null ? source.observedAt() : oldest, cinemas, FeedHeader.Keys.GIVEN));
    for (Venue venue : venues) {
      rows.reportRepeated(venue.file(), venue.document().repeated());
      read(venue);
    }
    rows.finish();
  }

  private static Venue venue(FeedSource.Part part) throws IOException {
    JsonDocument document = JsonDocument.read(part);
    if (document.value() instanceof Members root
        && root.ask("cinema") instanceof Members cinema
        && root.ask("sessions") instanceof Value.Items) {
      return new Venue(part.name(), document, root, cinema);
    }
    throw new UnreadableFeed(part.name() + " has no cinema with sessions");
  }

  private String cinemaId(Venue venue) throws UnreadableFeed {
    FeedRecord.Cinema described = described();
    String id = Limits.EXTERNAL_KEY.of(venue.cinema().ask("cinema_id"));
    if (described != null) {
      return described.externalId();
    }
    if (id == null) {
      throw new UnreadableFeed(venue.file() + " does not name its cinema");
    }
    return id;
  }

  /// The operator's description of the cinema, where the feed is about only one.
  private FeedRecord.@Nullable Cinema described() {
    return source.parts().size() == 1 ? source.cinema() : null;
  }

  private void read(Venue venue) throws UnreadableFeed {
    String cinema = cinemaId(venue);
    FeedLine entry = rows.entry("cinema", venue.file(), "$.cinema", venue.cinema());
    FeedRecord.Cinema read = ListedCinemas.read(entry, cinema);
    FeedRecord.Cinema described = described();
    FeedRecord.Cinema known =
        read == null || described == null ? read : described.completedBy(read);
    rows.settle(entry, Kind.CINEMA, cinema, null, known);
    Map<String, ListedFilms.LabelledFilm> films = new HashMap<>();
    each(
        venue,
        "films",
        Kind.FILM,
        (film, id) -> {
          ListedFilms.LabelledFilm found = ListedFilms.read(film);
          if (found != null) {
            films.put(found.film().externalId(), found);
          }
          rows.settle(film, Kind.FILM, id, null, found == null ? null : found.film());
        });
    Auditoria auditoria = new Auditoria(cinema);
    each(
        venue,
        "auditoria",
        Kind.SCREEN,
        (screen, id) -> rows.settle(screen, Kind.SCREEN, id, cinema, auditoria.read(screen)));
    ZoneId zone =
        known == null || known.timeZone() == null
            ? null
            : Zones.named(known.timeZone()).orElse(null);
    ListedSessions sessions = new ListedSessions(cinema, zone, films, auditoria);
    each(
        venue,
        "sessions",
        Kind.SHOWTIME,
        (session, id) -> {
          String calledOff = ListedSessions.calledOff(session);
          if (calledOff != null) {
            rows.leaveOut(session, Kind.SHOWTIME, id, Code.SHOWING_CALLED_OFF, calledOff);
          } else {
            rows.settle(session, Kind.SHOWTIME, id, null, sessions.read(session));
          }
        });
  }

  private interface Taker {
    void take(FeedLine entry, @Nullable String id);
  }

  private void each(Venue venue, String list, Kind kind, Taker taker) {
    if (!(venue.root().ask(list) instanceof Value.Items(List<Value> items))) {
      return;
    }
    String idName =
        switch (kind) {
          case FILM -> "film_id";
          case SCREEN -> "auditorium_id";
          default -> "session_id";
        };
    rows.each(
        kind,
        kind.word(),
        venue.file(),
        "$." + list,
        items,
        entry -> {
          entry.passOver("__comment");
          taker.take(entry, entry.glance(idName, Limits.EXTERNAL_KEY));
        });
  }
}
