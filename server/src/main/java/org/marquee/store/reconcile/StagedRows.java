package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.PlaceTable;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Postcodes;
import org.marquee.listing.RecordId;
import org.marquee.listing.Sorting;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;

/// The rows of the staging tables ([TempTable]): each record with its id, its sorting key and, if
/// the cinema's zone is known by then, its start as an instant.
final class StagedRows {
  private final String provider;
  private final StartTimes starts;
  private final RecordId ids = RecordId.maker();
  private final LruCache<String, String> folded = new LruCache<>(Folding::fold);
  private final LruCache<String, String> filmIds =
      new LruCache<>(externalId -> makeId(Kind.FILM, externalId));
  private final LruCache<String, String> cinemaIds =
      new LruCache<>(externalId -> makeId(Kind.CINEMA, externalId));
  private final LruCache<ScreenName, String> screenIds =
      new LruCache<>(name -> makeScreenId(name.cinema(), name.externalId()));

  private record ScreenName(String cinema, String externalId) {}

  private final CopyRows chains = TempTable.STAGED_CHAIN.rows();
  private final CopyRows cinemas = TempTable.STAGED_CINEMA.rows();
  private final CopyRows films = TempTable.STAGED_FILM.rows();
  private final CopyRows screens = TempTable.STAGED_SCREEN.rows();
  private final CopyRows showtimes = TempTable.STAGED_SHOWTIME.rows();
  private final CopyRows mentions = TempTable.STAGED_MENTION.rows();
  private final CopyRows cancellations = TempTable.STAGED_CANCELLATION.rows();
  private final CopyRows withdrawals = TempTable.STAGED_WITHDRAWAL.rows();

  /// When a later feed of the sequence was taken; null for the lines of the first feed.
  private @Nullable Instant taken;

  /// When the source of a later feed changed.
  private @Nullable Instant updated;

  private StandIns standIns;

  /// Null as long as no cinema needs it.
  private @Nullable PlaceTable places;

  /// @param header of the first feed
  StagedRows(String provider, FeedHeader header, StartTimes starts) {
    this.provider = provider;
    this.starts = starts;
    standIns = header.standIns();
  }

  /// Begins a later feed of the sequence.
  void beginNextFeed(FeedHeader next) {
    taken = next.observedAt();
    standIns = next.standIns();
    updated = next.sourceUpdatedAt();
  }

  /// Adds a row for `record`; returns the rows of its table.
  CopyRows add(long line, FeedRecord record) {
    return switch (record) {
      case FeedRecord.Chain chain -> chain(line, chain);
      case FeedRecord.Cinema cinema -> cinema(line, cinema);
      case FeedRecord.Film film -> film(line, film);
      case FeedRecord.Screen screen -> screen(line, screen);
      case FeedRecord.Showtime showtime -> showtime(line, showtime);
      case FeedRecord.Withdrawn withdrawn -> withdrawal(line, withdrawn);
    };
  }

  /// Adds a row for a record that the feed lists and that was refused.
  ///
  /// @param cinema of a screen
  CopyRows mention(Kind kind, String externalId, @Nullable String cinema) {
    return mentions.row().text(kind.word()).text(id(kind, externalId, cinema));
  }

  /// Adds a row for a showtime that the feed lists as cancelled.
  CopyRows cancellation(long line, String externalId) {
    return cancellations.row().bigint(line).text(id(Kind.SHOWTIME, externalId)).text(externalId);
  }

  /// Sends the rows of all tables that were not sent yet.
  void send(CopyStream stream) throws SQLException {
    chains.send(stream);
    cinemas.send(stream);
    films.send(stream);
    screens.send(stream);
    showtimes.send(stream);
    mentions.send(stream);
    cancellations.send(stream);
    withdrawals.send(stream);
  }

  /// The id of a cinema of this provider.
  String cinemaId(String externalId) {
    return id(Kind.CINEMA, externalId);
  }

  private CopyRows chain(long line, FeedRecord.Chain chain) {
    return chains
        .row()
        .bigint(line)
        .text(id(Kind.CHAIN, chain.externalId()))
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
    PlaceTable.@Nullable Place near = near(cinema);
    String country = near == null ? standIns.find(StandIn.COUNTRY) : near.countryCode();
    String locality = near == null ? standIns.find(StandIn.LOCALITY) : near.locality();
    return cinemas
        .row()
        .bigint(line)
        .text(id(Kind.CINEMA, cinema.externalId()))
        .text(cinema.externalId())
        .text(cinema.chain() == null ? null : id(Kind.CHAIN, cinema.chain()))
        .text(cinema.name())
        .text(Sorting.byName(cinema.name()))
        .text(cinema.timeZone())
        .text(cinema.countryCode())
        .text(cinema.locality())
        .text(postcode)
        .text(postcode == null ? null : Postcodes.key(postcode))
        .text(cinema.countryCode() == null ? country : null)
        .text(cinema.locality() == null ? locality : null)
        .text(postcode == null ? standIns.find(StandIn.POSTCODE) : null)
        .text(cinema.address())
        .number(cinema.latitude())
        .number(cinema.longitude())
        .text(
            FoldedKeys.cinemaSearch(
                cinema.name(), cinema.locality() == null ? locality : cinema.locality(), postcode))
        .instant(cinema.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private PlaceTable.@Nullable Place near(FeedRecord.Cinema cinema) {
    if (standIns.positions() == StandIns.Positions.IGNORED
        || cinema.latitude() == null
        || cinema.longitude() == null
        || (cinema.countryCode() != null && cinema.locality() != null)) {
      return null;
    }
    if (places == null) {
      places = new PlaceTable();
    }
    return places.at(cinema.latitude(), cinema.longitude(), cinema.countryCode());
  }

  private CopyRows film(long line, FeedRecord.Film film) {
    String title = film.title();
    return films
        .row()
        .bigint(line)
        .text(id(Kind.FILM, film.externalId()))
        .text(film.externalId())
        .text(title)
        .text(title == null ? null : Sorting.byName(title))
        .integer(film.durationMinutes())
        .text(film.certification())
        .text(film.posterUrl())
        .date(film.releaseDate())
        .text(film.extCatalogAId())
        .text(film.extCatalogBId())
        .text(film.originalTitle())
        .text(TitleRows.write(film.titles()))
        .text(film.directors().isEmpty() ? null : String.join("\n", film.directors()))
        .instant(film.sourceUpdatedAt())
        .instant(taken)
        .instant(updated);
  }

  private CopyRows screen(long line, FeedRecord.Screen screen) {
    return screens
        .row()
        .bigint(line)
        .text(screenId(screen.cinema(), screen.externalId()))
        .text(id(Kind.CINEMA, screen.cinema()))
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
    showtimes
        .row()
        .bigint(line)
        .text(id(Kind.SHOWTIME, showtime.externalId()))
        .text(showtime.externalId())
        .text(id(Kind.FILM, showtime.film()))
        .text(id(Kind.CINEMA, showtime.cinema()))
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
        key = screenKey(Objects.requireNonNullElse(screen.name(), ""));
      }
      showtimes.text(key).flag(named).text(screenId(showtime.cinema(), key)).text(screen.name());
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
        .text(cinema == null ? null : id(Kind.CINEMA, cinema))
        .text(withdrawn.externalId());
  }

  private String screenKey(String name) {
    return FoldedKeys.screen(name, folded.of(name));
  }

  private String id(Kind kind, String externalId) {
    return switch (kind) {
      case FILM -> filmIds.of(externalId);
      case CINEMA -> cinemaIds.of(externalId);
      case SHOWTIME, CHAIN, SCREEN -> makeId(kind, externalId);
    };
  }

  private String id(Kind kind, String externalId, @Nullable String cinema) {
    return kind == Kind.SCREEN && cinema != null
        ? screenId(cinema, externalId)
        : id(kind, externalId);
  }

  private String screenId(String cinema, String externalId) {
    return screenIds.of(new ScreenName(cinema, externalId));
  }

  private String makeId(Kind kind, String externalId) {
    return ids.of(kind, provider, externalId);
  }

  private String makeScreenId(String cinema, String externalId) {
    return ids.of(Kind.SCREEN, provider, cinema, externalId);
  }
}
