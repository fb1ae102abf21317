package org.marquee.feed.clusterflick;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.NaturalKey;
import org.marquee.listing.Timestamps;

/// External ids for records that the source gives none, made of their natural fields.
///
/// A film is its title and its address, `Solaris <https://…>`: it survives a move between files and
/// venues, but is another film once its title or address is changed. A showtime is its cinema,
/// start, screen and film, `536/2025-01-24T19:30:00Z/2/Solaris <https://…>`: it is another showtime
/// once it is moved to another time or screen; two at the same time on the same screen are one.
final class ClusterflickKeys {
  private final String cinema;

  ClusterflickKeys(String cinema) {
    this.cinema = cinema;
  }

  static String film(String title, @Nullable String address) {
    return NaturalKey.of(address == null ? title : title + " <" + address + ">");
  }

  String showtime(String film, Instant startsAt, @Nullable String screen) {
    return NaturalKey.of(cinema, Timestamps.write(startsAt), screen == null ? "" : screen, film);
  }
}
