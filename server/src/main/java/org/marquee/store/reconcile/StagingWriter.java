package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Sorting;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;

/// Writes the records of a feed into the temporary tables of its import, many rows at a time: each
/// with its id, its sorting key and, where the cinema's zone is known by then, its start as an
/// instant.
final class StagingWriter {
  private final CopyStream stream;
  private final ProviderIds ids;
  private final StartTimes starts;
  private final StagedLines lines;
  private final LruCache<String, String> folded = new LruCache<>(Folding::fold);

  private final CopyRows chains = TempTable.STAGED_CHAIN.rows();
  private final CopyRows cinemas = TempTable.STAGED_CINEMA.rows();
  private final CopyRows films = TempTable.STAGED_FILM.rows();
  private final CopyRows screens = TempTable.STAGED_SCREEN.rows();
  private final CopyRows showtimes = TempTable.STAGED_SHOWTIME.rows();
  private final CopyRows mentions = TempTable.STAGED_MENTION.rows();
  private final CopyRows cancellations = TempTable.STAGED_CANCELLATION.rows();
  private final CopyRows withdrawals = TempTable.STAGED_WITHDRAWAL.rows();

  private final List<CopyRows> all =
      List.of(chains, cinemas, films, screens, showtimes, mentions, cancellations, withdrawals);

  /// When a later feed of the sequence was taken, and when its source changed; null for the lines
  /// of the first feed.
  private @Nullable Instant taken;

  private @Nullable Instant updated;

  /// The text that stands in for missing postcodes; null: none.
  private @Nullable String missingPostcode;

  StagingWriter(
      CopyStream stream,
      ProviderIds ids,
      StartTimes starts,
      StagedLines lines,
      @Nullable String missingPostcode) {
    this.stream = stream;
    this.ids = ids;
    this.starts = starts;
    this.lines = lines;
    this.missingPostcode = missingPostcode;
  }

  /// Goes on with another feed of the same import.
  void next(FeedHeader next) {
    taken = next.observedAt();
    missingPostcode = next.missingPostcode();
    updated = next.sourceUpdatedAt();
  }

  void add(long line, FeedRecord record) throws SQLException {
    sendIfFull(
        switch (record) {
          case FeedRecord.Chain chain -> chain(line, chain);
          case FeedRecord.Cinema cinema -> cinema(line, cinema);
          case FeedRecord.Film film -> film(line, film);
          case FeedRecord.Screen screen -> screen(line, screen);
          case FeedRecord.Showtime showtime -> showtime(line, showtime);
          case FeedRecord.Withdrawn withdrawn -> withdrawal(line, withdrawn);
        });
  }

  /// Notes that the feed names a record, though it cannot be taken from it.
  void mention(Kind kind, String externalId, @Nullable String cinema) throws SQLException {
    sendIfFull(mentions.row().text(kind.word()).text(id(kind, externalId, cinema)));
  }

  /// Notes that the feed says of a showtime that it is cancelled.
  void cancel(long line, String externalId) throws SQLException {
    sendIfFull(
        cancellations.row().bigint(line).text(ids.of(Kind.SHOWTIME, externalId)).text(externalId));
  }

  /// Writes the rows that are left.
  void finish() throws SQLException {
    for (CopyRows rows : all) {
      rows.send(stream);
    }
  }

  private void sendIfFull(CopyRows rows) throws SQLException {
    if (rows.isFull()) {
      rows.send(stream);
    }
  }

  private String id(Kind kind, String externalId, @Nullable String cinema) {
    return kind == Kind.SCREEN && cinema != null
        ? ids.ofScreen(cinema, externalId)
        : ids.of(kind, externalId);
  }

  private CopyRows chain(long line, FeedRecord.Chain chain) {
    return chains
        .row()
        .bigint(line)
        .text(ids.of(Kind.CHAIN, chain.externalId()))
        .text(chain.externalId())
        .text(chain.name())
        .text(Sorting.byName(chain.name()))
        .text(chain.websiteUrl())
        .instant(chain.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private CopyRows cinema(long line, FeedRecord.Cinema cinema) {
    starts.learn(cinema.externalId(), cinema.timeZone());
    String postcode = cinema.postcode();
    return cinemas
        .row()
        .bigint(line)
        .text(ids.of(Kind.CINEMA, cinema.externalId()))
        .text(cinema.externalId())
        .text(cinema.chain() == null ? null : ids.of(Kind.CHAIN, cinema.chain()))
        .text(cinema.name())
        .text(Sorting.byName(cinema.name()))
        .text(cinema.timeZone())
        .text(cinema.countryCode())
        .text(cinema.locality())
        .text(postcode)
        .text(postcode == null ? null : Postcodes.key(postcode))
        .text(postcode == null ? missingPostcode : null)
        .text(cinema.address())
        .number(cinema.latitude())
        .number(cinema.longitude())
        .text(FoldedKeys.cinemaSearch(cinema.name(), cinema.locality(), postcode))
        .instant(cinema.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private CopyRows film(long line, FeedRecord.Film film) {
    String title = film.title();
    return films
        .row()
        .bigint(line)
        .text(ids.of(Kind.FILM, film.externalId()))
        .text(film.externalId())
        .text(title)
        .text(title == null ? null : Sorting.byName(title))
        .integer(film.durationMinutes())
        .text(film.certification())
        .text(film.posterUrl())
        .date(film.releaseDate())
        .text(film.extCatalogAId())
        .text(film.extCatalogBId())
        .text(film.directors().isEmpty() ? null : String.join("\n", film.directors()))
        .instant(film.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private CopyRows screen(long line, FeedRecord.Screen screen) {
    return screens
        .row()
        .bigint(line)
        .text(ids.ofScreen(screen.cinema(), screen.externalId()))
        .text(ids.of(Kind.CINEMA, screen.cinema()))
        .text(screen.externalId())
        .text(screen.name())
        .text(screenKey(screen.name()))
        .text(Sorting.natural(screen.name()))
        .flag(true)
        .instant(screen.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private CopyRows showtime(long line, FeedRecord.Showtime showtime) {
    StartTimes.Settled start = starts.settle(showtime.cinema(), showtime.start());
    FeedRecord.ScreenSeen screen = showtime.screen();
    if (showtime.version() != null) {
      lines.mayShareId();
    }
    showtimes
        .row()
        .bigint(line)
        .text(ids.of(Kind.SHOWTIME, showtime.externalId()))
        .text(showtime.externalId())
        .text(ids.of(Kind.FILM, showtime.film()))
        .text(ids.of(Kind.CINEMA, showtime.cinema()))
        .instant(start.instant())
        .smallint(start.offsetMinutes())
        .smallint(start.writtenOffset())
        .local(start.local())
        .smallint(start.zone())
        .smallint(start.clockChange())
        .smallint(showtime.attributes().mask())
        .text(showtime.bookingUrl());
    if (screen == null) {
      showtimes.text(null).flag(false).text(null).text(null);
    } else {
      String key = screen.externalId();
      boolean named = key == null;
      if (key == null) {
        key = screenKey(orEmpty(screen.name()));
      }
      showtimes
          .text(key)
          .flag(named)
          .text(ids.ofScreen(showtime.cinema(), key))
          .text(screen.name());
    }
    return showtimes
        .text(null)
        .text(showtime.version())
        .instant(showtime.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private CopyRows withdrawal(long line, FeedRecord.Withdrawn withdrawn) {
    String cinema = withdrawn.cinema();
    return withdrawals
        .row()
        .bigint(line)
        .text(withdrawn.kind().word())
        .text(id(withdrawn.kind(), withdrawn.externalId(), cinema))
        .text(cinema == null ? null : ids.of(Kind.CINEMA, cinema))
        .text(withdrawn.externalId());
  }

  private String screenKey(String name) {
    return FoldedKeys.screen(name, folded.of(name));
  }
}
