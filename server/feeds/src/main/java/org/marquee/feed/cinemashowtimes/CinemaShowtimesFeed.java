package org.marquee.feed.cinemashowtimes;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// The reading of one feed: its files are held in memory together, since all of them define what
/// the feed covers.
final class CinemaShowtimesFeed {
  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;

  CinemaShowtimesFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  /// @param id external id of its cinema
  private record Venue(
      String file, JsonDocument document, Members root, Members cinema, String id) {}

  void read() throws IOException {
    List<Venue> venues = new ArrayList<>();
    Set<String> cinemas = new HashSet<>();
    Instant oldest = null;
    for (FeedSource.Part part : source.parts()) {
      Venue venue = venue(part);
      venues.add(venue);
      cinemas.add(venue.id());
      Instant generated = Limits.TIMESTAMP.of(venue.root().ask("generated_at"));
      oldest =
          generated != null && (oldest == null || generated.isBefore(oldest)) ? generated : oldest;
    }
    sink.header(
        FeedHeader.ofCinemas(
            oldest == null ? source.observedAt() : oldest, cinemas, FeedHeader.Keys.GIVEN));
    for (Venue venue : venues) {
      intake.reportRepeated(venue.file(), venue.document().repeated());
      read(venue);
    }
    intake.finish();
  }

  private Venue venue(FeedSource.Part part) throws IOException {
    JsonDocument document = JsonDocument.read(part);
    if (document.value() instanceof Members root
        && root.ask("cinema") instanceof Members cinema
        && root.ask("sessions") instanceof Value.Items) {
      FeedRecord.Cinema described = described();
      String id =
          described == null
              ? Limits.EXTERNAL_KEY.of(cinema.ask("cinema_id"))
              : described.externalId();
      if (id == null) {
        throw new UnreadableFeed(part.name() + " does not name its cinema");
      }
      return new Venue(part.name(), document, root, cinema, id);
    }
    throw new UnreadableFeed(part.name() + " has no cinema with sessions");
  }

  /// The operator's description of the cinema, where the feed is about only one.
  private FeedRecord.@Nullable Cinema described() {
    return source.parts().size() == 1 ? source.cinema() : null;
  }

  private void read(Venue venue) {
    ListedCinema cinema = new ListedCinema(venue.id(), described());
    intake.each(
        Kind.CINEMA,
        "cinema",
        "cinema_id",
        List.of(new Intake.Item(venue.file(), "$.cinema", venue.cinema())),
        (entry, _) -> intake.settle(entry, Kind.CINEMA, venue.id(), null, cinema.read(entry)));
    each(
        venue,
        "films",
        Kind.FILM,
        "film_id",
        (entry, id) -> intake.settle(entry, Kind.FILM, id, null, cinema.film(entry)));
    each(
        venue,
        "auditoria",
        Kind.SCREEN,
        "auditorium_id",
        (entry, id) -> intake.settle(entry, Kind.SCREEN, id, venue.id(), cinema.screen(entry)));
    each(
        venue,
        "sessions",
        Kind.SHOWTIME,
        "session_id",
        (entry, id) -> {
          String calledOff = ListedCinema.calledOff(entry);
          if (calledOff != null) {
            intake.leaveOut(entry, Kind.SHOWTIME, id, Code.SHOWING_CALLED_OFF, calledOff, "");
          } else {
            intake.settle(entry, Kind.SHOWTIME, id, null, cinema.session(entry));
          }
        });
  }

  private void each(Venue venue, String list, Kind kind, String idMember, Intake.Reading reading) {
    List<Intake.Item> items = Intake.Item.of(venue.file(), "$." + list, venue.root().ask(list));
    intake.each(
        kind,
        kind.word(),
        idMember,
        items,
        (entry, id) -> {
          entry.passOver("__comment");
          reading.of(entry, id);
        });
  }
}
