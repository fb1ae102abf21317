package org.marquee.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.marquee.listing.Location;
import org.marquee.listing.Timestamps;

/// Says the region's records in the words of the native feed (docs/feeds.md, "The native format").
final class DemoFeedLines {
  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm");
  private static final String TICKETS = "https://tickets.example/";
  private static final String POSTERS = "https://posters.example/";

  private final JsonLines lines;

  DemoFeedLines(OutputStream out) {
    lines = new JsonLines(out);
  }

  void header(Instant observedAt) {
    lines
        .line("feed")
        .with("version", 1)
        .with("observedAt", Timestamps.write(observedAt))
        .with("mode", "full")
        .end();
  }

  void chain(DemoChain chain) {
    lines
        .line("chain")
        .with("externalId", chain.id())
        .with("name", chain.name())
        .with("websiteUrl", chain.website())
        .end();
  }

  /// The cinema, and the inventory of its screens where it belongs to a chain.
  void cinema(DemoCinema cinema) {
    Location location = cinema.location();
    lines
        .line("cinema")
        .with("externalId", cinema.id())
        .with("name", cinema.name())
        .with("chain", cinema.chain().orElse(null))
        .with("timeZone", cinema.zone().getId())
        .open("location")
        .with("countryCode", location.countryCode())
        .with("locality", location.locality())
        .with("postcode", location.postcode())
        .with("address", location.address())
        .with("latitude", location.latitude())
        .with("longitude", location.longitude())
        .end()
        .end();
    if (cinema.chain().isPresent()) {
      cinema.screens().forEach(screen -> inventory(cinema, screen));
    }
  }

  private void inventory(DemoCinema cinema, DemoScreen screen) {
    lines
        .line("screen")
        .with("externalId", screen.id())
        .with("cinema", cinema.id())
        .with("name", screen.name().orElseThrow())
        .end();
  }

  void film(DemoFilm film) {
    lines
        .line("film")
        .with("externalId", film.externalId())
        .with("title", film.title())
        .with("durationMinutes", film.minutes())
        .with("certification", film.certification().orElse(null))
        .with("posterUrl", POSTERS + film.name() + ".jpg")
        .with("releaseDate", film.released().map(Object::toString).orElse(null))
        .with("extCatalogAId", film.catalogueA().orElse(null))
        .with("extCatalogBId", film.catalogueB().orElse(null))
        .end();
  }

  void showtime(Screening screening) {
    DemoCinema cinema = screening.cinema();
    String id = screening.externalId();
    lines
        .line("showtime")
        .with("externalId", id)
        .with("film", screening.film().externalId())
        .with("cinema", cinema.id())
        .with("startsAt", startsAt(screening))
        .with("bookingUrl", cinema.has(DemoCinema.Habit.AT_THE_DOOR) ? null : TICKETS + id)
        .with("attributes", screening.attributes());
    screening.screen().name().ifPresent(name -> seen(cinema, screening.screen().id(), name));
    lines.end();
  }

  private void seen(DemoCinema cinema, String id, String name) {
    lines
        .open("screen")
        .with("externalId", cinema.chain().isPresent() ? id : null)
        .with("name", name)
        .end();
  }

  private static String startsAt(Screening screening) {
    DemoCinema cinema = screening.cinema();
    if (cinema.has(DemoCinema.Habit.LOCAL_TIMES)) {
      return screening.start().format(LOCAL);
    }
    ZonedDateTime start = screening.start().atZone(cinema.zone());
    return Timestamps.write(start.toInstant(), start.getOffset().getTotalSeconds() / 60);
  }

  void finish() throws IOException {
    lines.finish();
  }
}
