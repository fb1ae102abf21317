package org.marquee.sample;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.marquee.listing.Attributes;

/// A film as the feed lists it.
///
/// @param name the film's own word for addresses; several releases may share it
/// @param draw how many come, 1 to 5
/// @param versions what it comes as beside the ordinary print
/// @param released a Friday for what opens in the region, long ago for a classic
record DemoFilm(
    String externalId,
    String name,
    String title,
    int minutes,
    Optional<String> certification,
    Strand strand,
    int draw,
    Attributes versions,
    Optional<LocalDate> released,
    Optional<String> catalogueA,
    Optional<String> catalogueB) {

  /// A film of `releases` or `repertory`, as long as nothing is said of its release.
  static DemoFilm of(Table.Row row) {
    return new DemoFilm(
        row.text("id"),
        row.text("id"),
        row.text("title"),
        row.number("minutes"),
        row.find("rating"),
        Strand.named(row.text("strand")),
        row.number("draw"),
        row.attributes("versions"),
        row.find("released").map(LocalDate::parse),
        row.find("catalogue a"),
        row.find("catalogue b"));
  }

  /// This film, opening on `friday` as a release of its own.
  DemoFilm opening(LocalDate friday) {
    return new DemoFilm(
        externalId + "-" + friday,
        name,
        title,
        minutes,
        certification,
        strand,
        draw,
        versions,
        Optional.of(friday),
        catalogueA,
        catalogueB);
  }

  /// The weeks since it opened, 0 in the first; large for what did not open in the region.
  long weeksOn(LocalDate date) {
    return released.map(from -> ChronoUnit.WEEKS.between(from, date)).orElse(Long.MAX_VALUE);
  }
}
