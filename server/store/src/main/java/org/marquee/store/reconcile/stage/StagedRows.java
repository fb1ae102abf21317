package org.marquee.store.reconcile.stage;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.place.PlaceTable;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;

/// The rows of the staging tables ([TempTable]): each record with its id, its sorting key and, if
/// the cinema's zone is known by then, its start as an instant.
public final class StagedRows {
  /// So many answers are remembered: feeds name the same films and screens over and over.
  private static final int REMEMBERED = 16_384;

  private final StagedFeed feed;
  private final Map<String, String> folded = remembering();
  private final Map<List<?>, String> known = remembering();
  private final Map<TempTable, CopyRows> tables = new EnumMap<>(TempTable.class);

  /// When a later feed of the sequence was taken; null for the lines of the first feed.
  private @Nullable Instant taken;

  /// When the source of a later feed changed.
  private @Nullable Instant updated;

  private StandIns standIns;

  public StagedRows(StagedFeed feed) {
    this.feed = feed;
    standIns = feed.header().standIns();
  }

  /// Begins a later feed of the sequence.
  public void beginNextFeed(FeedHeader next) {
    taken = next.observedAt();
    standIns = next.standIns();
    updated = next.sourceUpdatedAt();
  }

  /// Adds a row for `record`; returns the rows of its table.
  public CopyRows add(long number, FeedRecord record) {
    String externalId = record.externalId();
    return switch (record) {
      case FeedRecord.Chain chain ->
          ChainColumns.TABLE.stage(
              rows(TempTable.STAGED_CHAIN), line(number, id(Kind.CHAIN, externalId), chain), chain);
      case FeedRecord.Cinema cinema ->
          CinemaColumns.TABLE.stage(
              rows(TempTable.STAGED_CINEMA),
              line(number, id(Kind.CINEMA, externalId), cinema),
              said(cinema));
      case FeedRecord.Film film ->
          FilmColumns.TABLE.stage(
              rows(TempTable.STAGED_FILM), line(number, id(Kind.FILM, externalId), film), film);
      case FeedRecord.Screen screen ->
          ScreenColumns.TABLE.stage(
              rows(TempTable.STAGED_SCREEN),
              line(number, screenId(screen.cinema(), externalId), screen),
              said(screen));
      case FeedRecord.Showtime showtime ->
          ShowtimeColumns.TABLE.stage(
              rows(TempTable.STAGED_SHOWTIME),
              line(number, id(Kind.SHOWTIME, externalId), showtime),
              said(showtime));
      case FeedRecord.Withdrawn withdrawn -> withdrawal(number, withdrawn);
    };
  }

  private CopyRows rows(TempTable table) {
    return tables.computeIfAbsent(table, TempTable::rows);
  }

  private RecordTable.Line line(long number, String id, FeedRecord record) {
    return new RecordTable.Line(number, id, record, taken, updated);
  }

  /// Adds a row for a record that the feed lists and that was refused.
  ///
  /// @param cinema of a screen
  public CopyRows mention(Kind kind, String externalId, @Nullable String cinema) {
    return rows(TempTable.STAGED_MENTION)
        .row()
        .text(kind.word())
        .text(id(kind, externalId, cinema));
  }

  /// Adds a row for what was refused and may be a showtime.
  ///
  /// @param cinema null where it could not be read
  public CopyRows refusal(@Nullable String cinema) {
    return rows(TempTable.LACKING_CINEMA)
        .row()
        .text(cinema == null ? null : id(Kind.CINEMA, cinema));
  }

  /// Adds a row for a showtime that the feed lists as cancelled.
  public CopyRows cancellation(long line, String externalId) {
    return rows(TempTable.STAGED_CANCELLATION)
        .row()
        .bigint(line)
        .text(id(Kind.SHOWTIME, externalId))
        .text(externalId);
  }

  /// Sends the rows of all tables that were not sent yet.
  public void send(CopyStream stream) throws SQLException {
    for (CopyRows rows : tables.values()) {
      rows.send(stream);
    }
  }

  private CinemaColumns.Said said(FeedRecord.Cinema cinema) {
    feed.starts().learn(cinema.externalId(), cinema.timeZone());
    PlaceTable.@Nullable Town near = near(cinema);
    String country = near == null ? standIns.find(StandIn.COUNTRY) : near.countryCode();
    String locality = near == null ? standIns.find(StandIn.LOCALITY) : near.locality();
    return new CinemaColumns.Said(
        cinema,
        cinema.chain() == null ? null : id(Kind.CHAIN, cinema.chain()),
        cinema.countryCode() == null ? country : null,
        cinema.locality() == null ? locality : null,
        cinema.postcode() == null ? standIns.find(StandIn.POSTCODE) : null);
  }

  private PlaceTable.@Nullable Town near(FeedRecord.Cinema cinema) {
    if (standIns.positions() == StandIns.Positions.IGNORED
        || cinema.latitude() == null
        || cinema.longitude() == null
        || (cinema.countryCode() != null && cinema.locality() != null)) {
      return null;
    }
    return PlaceTable.shared().at(cinema.latitude(), cinema.longitude(), cinema.countryCode());
  }

  private ScreenColumns.Said said(FeedRecord.Screen screen) {
    return new ScreenColumns.Said(
        screen, id(Kind.CINEMA, screen.cinema()), screenKey(screen.name()));
  }

  private ShowtimeColumns.Said said(FeedRecord.Showtime showtime) {
    ShowtimeColumns.Start start = feed.starts().settle(showtime.cinema(), showtime.start());
    FeedStart end = showtime.end();
    Integer minutes = end == null ? null : feed.starts().minutes(start, end);
    return new ShowtimeColumns.Said(
        showtime.with(
            minutes == null ? showtime.details() : showtime.details().endingAfter(minutes)),
        id(Kind.FILM, showtime.film()),
        id(Kind.CINEMA, showtime.cinema()),
        start,
        end instanceof FeedStart.Local(LocalDateTime local) ? local : null,
        seen(showtime.cinema(), showtime.screen()));
  }

  private ShowtimeColumns.SeenScreen seen(String cinema, FeedRecord.@Nullable ScreenSeen screen) {
    if (screen == null) {
      return ShowtimeColumns.SeenScreen.NONE;
    }
    String key = screen.externalId();
    boolean named = key == null;
    if (key == null) {
      key = screenKey(Objects.requireNonNullElse(screen.name(), ""));
    }
    return new ShowtimeColumns.SeenScreen(key, named, screenId(cinema, key), screen.name());
  }

  private CopyRows withdrawal(long line, FeedRecord.Withdrawn withdrawn) {
    String cinema = withdrawn.cinema();
    return rows(TempTable.STAGED_WITHDRAWAL)
        .row()
        .bigint(line)
        .text(withdrawn.kind().word())
        .text(id(withdrawn.kind(), withdrawn.externalId(), cinema))
        .text(cinema == null ? null : id(Kind.CINEMA, cinema))
        .text(withdrawn.externalId());
  }

  private String screenKey(String name) {
    return FoldedKeys.screen(name, folded.computeIfAbsent(name, Folding::fold));
  }

  private String id(Kind kind, String externalId) {
    return switch (kind) {
      case FILM, CINEMA ->
          known.computeIfAbsent(
              List.of(kind, externalId), _ -> RecordId.of(kind, feed.provider(), externalId));
      case SHOWTIME, CHAIN, SCREEN -> RecordId.of(kind, feed.provider(), externalId);
    };
  }

  private String id(Kind kind, String externalId, @Nullable String cinema) {
    return kind == Kind.SCREEN && cinema != null
        ? screenId(cinema, externalId)
        : id(kind, externalId);
  }

  private String screenId(String cinema, String externalId) {
    return known.computeIfAbsent(
        List.of(cinema, externalId),
        _ -> RecordId.of(Kind.SCREEN, feed.provider(), cinema, externalId));
  }

  /// The last answers, each by its question.
  private static <K> Map<K, String> remembering() {
    return new LinkedHashMap<>(256, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, String> eldest) {
        return size() > REMEMBERED;
      }
    };
  }
}
