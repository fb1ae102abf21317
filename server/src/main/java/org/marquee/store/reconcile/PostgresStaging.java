package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Postcodes;
import org.marquee.listing.RecordId;
import org.marquee.listing.Sorting;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;

/// Stages the records of one feed in temporary tables, each with its id, its sorting key and, where
/// the cinema's zone is known by then, its start as an instant.
public final class PostgresStaging implements Ledger.Staging {
  private final Connection connection;
  private final Consumer<Connection> giveBack;
  private final CopyStream stream;
  private final String provider;
  private final String feed;
  private final FeedHeader header;
  private final RecordId ids = RecordId.maker();
  private final StartTimes starts;
  private final StagedLines lines = new StagedLines();
  private final LruCache<String, String> folded = new LruCache<>(Folding::fold);

  private final CopyRows chains = TempTable.STAGED_CHAIN.rows();
  private final CopyRows cinemas = TempTable.STAGED_CINEMA.rows();
  private final CopyRows films = TempTable.STAGED_FILM.rows();
  private final CopyRows screens = TempTable.STAGED_SCREEN.rows();
  private final CopyRows showtimes = TempTable.STAGED_SHOWTIME.rows();
  private final CopyRows mentions = TempTable.STAGED_MENTION.rows();
  private final CopyRows cancellations = TempTable.STAGED_CANCELLATION.rows();
  private final CopyRows withdrawals = TempTable.STAGED_WITHDRAWAL.rows();

  /// When a later feed of the sequence was taken, and when its source changed; null for the lines
  /// of the first feed.
  private @Nullable Instant taken;

  private @Nullable Instant updated;

  /// The text that stands in for missing postcodes; null: none.
  private @Nullable String missingPostcode;

  private @Nullable Reconciliation running;

  /// Whether all went well on the connection, so that the next import may have it.
  private boolean inOrder;

  private PostgresStaging(
      Connection connection,
      Consumer<Connection> giveBack,
      String provider,
      String feed,
      FeedHeader header,
      StartTimes starts) {
    this.connection = connection;
    this.giveBack = giveBack;
    this.stream = new CopyStream(connection);
    this.provider = provider;
    this.feed = feed;
    this.header = header;
    this.missingPostcode = header.missingPostcode();
    this.starts = starts;
  }

  /// @param connection one whose temporary tables are empty; it is closed with this
  /// @param giveBack gets it instead if it can be used again
  static PostgresStaging open(
      Connection connection,
      Consumer<Connection> giveBack,
      String provider,
      String feed,
      FeedHeader header)
      throws SQLException {
    Sql.of(TempTable.createStaging()).run(connection);
    return new PostgresStaging(
        connection, giveBack, provider, feed, header, StartTimes.of(connection, provider));
  }

  @Override
  public void next(FeedHeader next) {
    lines.beginNextFeed();
    taken = next.observedAt();
    missingPostcode = next.missingPostcode();
    updated = next.sourceUpdatedAt();
  }

  @Override
  public void add(long line, FeedRecord record) {
    if (record instanceof FeedRecord.Withdrawn) {
      lines.stageWithdrawal(record.kind());
    } else {
      lines.stage(record.kind());
    }
    CopyRows rows =
        switch (record) {
          case FeedRecord.Chain chain -> chain(line, chain);
          case FeedRecord.Cinema cinema -> cinema(line, cinema);
          case FeedRecord.Film film -> film(line, film);
          case FeedRecord.Screen screen -> screen(line, screen);
          case FeedRecord.Showtime showtime -> showtime(line, showtime);
          case FeedRecord.Withdrawn withdrawn -> withdrawal(line, withdrawn);
        };
    sendIfFull(rows);
  }

  @Override
  public void refuse(@Nullable Kind kind, @Nullable String externalId, @Nullable String cinema) {
    lines.refuse(kind);
    if (kind == null || externalId == null) {
      return;
    }
    String id =
        kind == Kind.SCREEN && cinema != null ? screenId(cinema, externalId) : id(kind, externalId);
    sendIfFull(mentions.row().text(kind.word()).text(id));
  }

  @Override
  public void leaveOut(long line, Kind kind, @Nullable String externalId) {
    lines.leaveOut(kind);
    if (kind == Kind.SHOWTIME && externalId != null) {
      lines.cancel();
      sendIfFull(cancellations.row().bigint(line).text(id(kind, externalId)).text(externalId));
    }
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
    if (showtime.version() != null) {
      lines.mayShareId();
    }
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
        key = screenKey(orEmpty(screen.name()));
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
        .text(
            withdrawn.kind() == Kind.SCREEN && cinema != null
                ? screenId(cinema, withdrawn.externalId())
                : id(withdrawn.kind(), withdrawn.externalId()))
        .text(cinema == null ? null : id(Kind.CINEMA, cinema))
        .text(withdrawn.externalId());
  }

  private String screenKey(String name) {
    return FoldedKeys.screen(name, folded.of(name));
  }

  private final LruCache<String, String> filmIds =
      new LruCache<>(externalId -> makeId(Kind.FILM, externalId));
  private final LruCache<String, String> cinemaIds =
      new LruCache<>(externalId -> makeId(Kind.CINEMA, externalId));
  private final LruCache<ScreenName, String> screenIds =
      new LruCache<>(name -> makeScreenId(name.cinema(), name.externalId()));

  private record ScreenName(String cinema, String externalId) {}

  private String id(Kind kind, String externalId) {
    return switch (kind) {
      case FILM -> filmIds.of(externalId);
      case CINEMA -> cinemaIds.of(externalId);
      case SHOWTIME, CHAIN, SCREEN -> makeId(kind, externalId);
    };
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

  private void sendIfFull(CopyRows rows) {
    if (rows.isFull()) {
      try {
        rows.send(stream);
      } catch (SQLException e) {
        throw new LedgerUnavailable(e);
      }
    }
  }

  @Override
  public RowCounts refused() {
    return lines.refusedWithTheFeed();
  }

  @Override
  public Outcome reconcile(
      Ledger.Rules rules, Notices notices, Function<Outcome.Applied, Report> history) {
    try {
      chains.send(stream);
      cinemas.send(stream);
      films.send(stream);
      screens.send(stream);
      showtimes.send(stream);
      mentions.send(stream);
      cancellations.send(stream);
      withdrawals.send(stream);
      stream.end();
      analyze();
      FeedScope scope = FeedScope.of(header, cinema -> id(Kind.CINEMA, cinema));
      running =
          new Reconciliation(connection, provider, feed, header, scope, starts, lines, notices);
      Outcome outcome =
          running.run(rules, applied -> History.write(connection, history.apply(applied)));
      running = null;
      if (outcome instanceof Outcome.Applied && rules.effect() == Ledger.Rules.Effect.COMMIT) {
        HeldBackRelease.run(connection, provider, notices);
      }
      inOrder = true;
      return outcome;
    } catch (RevisionLock.NotOurs e) {
      throw new LedgerUnavailable(e.getMessage(), e);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }

  /// The phase at hand; null before the first and after the last one.
  @Nullable Phase phase() {
    Reconciliation at = running;
    return at == null ? null : at.phase();
  }

  /// The server's own analysis skips temporary tables and takes them for larger than most are. Then
  /// it reads all stored records to find those of a single cinema. Only the columns that tables are
  /// joined by affect a plan.
  private void analyze() throws SQLException {
    List<String> tables =
        new ArrayList<>(List.of("staged_withdrawal", "staged_cancellation", "staged_mention"));
    for (StagingTables.Table table : StagingTables.ALL) {
      tables.add("%s (%s)".formatted(table.staged(), String.join(", ", table.joined())));
    }
    Sql.of("analyze " + String.join(", ", tables)).run(connection);
  }

  @Override
  public void close() {
    if (inOrder && isEmptied()) {
      giveBack.accept(connection);
      return;
    }
    try (connection;
        stream) {
      // A feed that was not read to its end may have left a COPY open.
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }

  private boolean isEmptied() {
    try {
      connection.setAutoCommit(true);
      return TempTable.empty(connection);
    } catch (SQLException _) {
      // The import is over, and the connection of no use to another one.
      return false;
    }
  }
}
