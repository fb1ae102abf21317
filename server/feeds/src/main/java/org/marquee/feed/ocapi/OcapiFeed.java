package org.marquee.feed.ocapi;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
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
import org.marquee.feed.time.Zones;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// The reading of one feed. Each file is read twice: what the feed covers has to be known before
/// its first record, and only all files together show it.
final class OcapiFeed {
  /// When a business day begins; what starts before is the evening's before.
  private static final LocalTime DAY_BEGINS = LocalTime.of(6, 0);

  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;
  private final OcapiSites sites;

  OcapiFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
    this.sites = new OcapiSites(source.cinema());
  }

  void read() throws IOException {
    sink.header(
        new FeedHeader(
            FeedHeader.Mode.FULL, source.observedAt(), null, lookThrough(), FeedHeader.Keys.GIVEN));
    for (FeedSource.Part part : source.parts()) {
      JsonDocument document = JsonDocument.read(part);
      intake.reportRepeated(part.name(), document.repeated());
      day(root(document, part), part.name());
    }
    intake.finish();
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
      for (Members site : related.objects("sites")) {
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
    OcapiRecords records = new OcapiRecords(sites, related);
    intake.each(
        Kind.CINEMA,
        "site",
        file + " $.relatedData.sites",
        related.list("sites"),
        (entry, id) -> intake.settleOnce(entry, Kind.CINEMA, id, sites.read(entry)));
    intake.each(
        Kind.FILM,
        "film",
        file + " $.relatedData.films",
        related.list("films"),
        (entry, id) -> {
          FeedRecord.Film film = records.film(entry);
          Code hidden = film == null ? null : records.hidden(id);
          if (hidden == null) {
            intake.settleOnce(entry, Kind.FILM, id, film);
          } else {
            intake.leaveOut(entry, Kind.FILM, null, hidden, records.title(id), "");
          }
        });
    intake.each(
        Kind.SHOWTIME,
        "showtime",
        file + " $.showtimes",
        showtimes,
        (entry, id) -> {
          String film = entry.glance("filmId", Limits.EXTERNAL_KEY);
          Code hidden = records.hidden(film);
          if (hidden == null) {
            intake.settle(entry, Kind.SHOWTIME, id, records.cinema(entry), records.showtime(entry));
          } else {
            intake.leaveOut(entry, Kind.SHOWTIME, id, hidden, records.title(film), "");
          }
        });
  }
}
