package org.marquee.feed.ocapi;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.marquee.feed.FeedHeader;
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

/// The reading of one feed. Each file is read twice: what the feed covers has to be known before
/// its first record, and only all files together show it.
final class OcapiFeed {
  /// When a business day begins; what starts before is the evening's before.
  private static final LocalTime DAY_BEGINS = LocalTime.of(6, 0);

  private final FeedSource source;
  private final FeedSink sink;
  private final Rows rows;
  private final OcapiSites sites;

  OcapiFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.rows = new Rows(sink, source);
    this.sites = new OcapiSites(source.cinema());
  }

  void read() throws IOException {
    sink.header(
        new FeedHeader(
            FeedHeader.Mode.FULL, source.observedAt(), null, lookThrough(), FeedHeader.Keys.GIVEN));
    for (FeedSource.Part part : source.parts()) {
      JsonDocument document = JsonDocument.read(part);
      rows.reportRepeated(part.name(), document.repeated());
      day(root(document, part), part.name());
    }
    rows.finish();
  }

  /// The sites and the business days that the files are about.
  private FeedHeader.Covers lookThrough() throws IOException {
    NavigableSet<LocalDate> dates = new TreeSet<>();
    Set<ZoneId> zones = new HashSet<>();
    for (FeedSource.Part part : source.parts()) {
      Members root = root(JsonDocument.read(part), part);
      if (root.ask("filmScreeningDates") != null) {
        continue;
      }
      LocalDate date = Limits.DATE.of(root.ask("businessDate"));
      if (!(root.ask("showtimes") instanceof Value.Items) || date == null) {
        throw new UnreadableFeed(part.name() + " has no business date with showtimes");
      }
      dates.add(date);
      Related related = Related.of(root);
      for (Members site : related.list("sites")) {
        sites.add(site);
        String zone = Limits.TEXT.of(site.ask("ianaTimeZoneName"));
        if (zone != null) {
          Zones.named(zone).ifPresent(zones::add);
        }
      }
    }
    sites.check();
    return covers(dates, zones);
  }

  private FeedHeader.Covers covers(NavigableSet<LocalDate> dates, Set<ZoneId> zones) {
    Instant from = null;
    Instant until = null;
    for (ZoneId zone : dates.isEmpty() ? Set.<ZoneId>of() : zones) {
      Instant begins = dates.first().atTime(DAY_BEGINS).atZone(zone).toInstant();
      Instant ends = dates.last().plusDays(1).atTime(DAY_BEGINS).atZone(zone).toInstant();
      from = from == null || begins.isAfter(from) ? begins : from;
      until = until == null || ends.isBefore(until) ? ends : until;
    }
    // Sites so far apart that their days hardly meet are not to be judged by one window.
    boolean sound = from == null || until == null || from.isBefore(until);
    return new FeedHeader.Covers(sound ? from : null, sound ? until : null, sites.cinemas());
  }

  private static Members root(JsonDocument document, FeedSource.Part part) throws UnreadableFeed {
    if (document.value() instanceof Members members) {
      return members;
    }
    throw new UnreadableFeed(part.name() + " does not hold an object");
  }

  private void day(Members root, String file) {
    if (!(root.ask("showtimes") instanceof Value.Items(List<Value> showtimes))) {
      return;
    }
    Related related = Related.of(root);
    rows.each(
        Kind.CINEMA,
        "site",
        file,
        "$.relatedData.sites",
        related.items("sites"),
        entry ->
            rows.settleOnce(
                entry, Kind.CINEMA, entry.glance("id", Limits.EXTERNAL_KEY), sites.read(entry)));
    Map<String, OcapiFilms.TitledFilm> films = new HashMap<>();
    rows.each(
        Kind.FILM,
        "film",
        file,
        "$.relatedData.films",
        related.items("films"),
        entry -> {
          OcapiFilms.TitledFilm known = OcapiFilms.read(entry, related);
          if (known != null) {
            films.put(known.film().externalId(), known);
            Code hidden = known.hidden();
            if (hidden != null) {
              rows.leaveOut(entry, Kind.FILM, null, hidden, String.valueOf(known.title()));
              return;
            }
          }
          rows.settleOnce(
              entry,
              Kind.FILM,
              entry.glance("id", Limits.EXTERNAL_KEY),
              known == null ? null : known.film());
        });
    rows.each(
        Kind.SHOWTIME,
        "showtime",
        file,
        "$.showtimes",
        showtimes,
        entry -> {
          String id = entry.glance("id", Limits.EXTERNAL_KEY);
          OcapiFilms.TitledFilm film = films.get(entry.glance("filmId", Limits.EXTERNAL_KEY));
          Code hidden = film == null ? null : film.hidden();
          if (film != null && hidden != null) {
            rows.leaveOut(entry, Kind.SHOWTIME, id, hidden, String.valueOf(film.title()));
          } else {
            rows.settle(
                entry, Kind.SHOWTIME, id, null, OcapiShowtimes.read(entry, sites, related, films));
          }
        });
  }
}
