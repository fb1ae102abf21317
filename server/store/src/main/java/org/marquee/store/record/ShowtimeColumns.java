package org.marquee.store.record;

import static org.marquee.store.record.Column.Reach.READ;
import static org.marquee.store.record.Column.Reach.STAGED;
import static org.marquee.store.record.Column.Reach.STORED;
import static org.marquee.store.record.Column.Reach.SUPPLIED;
import static org.marquee.store.record.Column.column;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.store.record.Column.SqlType;
import org.marquee.store.sql.NamedValues;

/// The columns of showtimes.
///
/// `screen_key` is the external id of the screen seen, or its folded name where the schedule only
/// names it, which `screen_named` then records. `zone` is the zone that the offset was computed
/// with, null for none; `clock_change` records what was noticed on the way ([Start]). `version` is
/// there where the id is made and may stand for several showings. `source_film_id` is the source
/// record of the film, where the film has another id.
public final class ShowtimeColumns {
  private ShowtimeColumns() {}

  /// A showtime as a line of a feed gives it.
  ///
  /// @param localEnd when it ends, on the wall clock; null where the feed gives no end, or an
  ///   instant
  public record Said(
      FeedRecord.Showtime showtime,
      String filmId,
      String cinemaId,
      Start start,
      @Nullable LocalDateTime localEnd,
      SeenScreen screen) {}

  /// A start as far as it can be settled.
  ///
  /// @param instant null while a local time has no zone
  /// @param offsetMinutes the cinema's offset then, or the one that was written where no zone is
  ///   known
  /// @param zone that was used; null: none is known
  /// @param clockChange the code to report of a local time that a clock change made doubtful
  public record Start(
      @Nullable Instant instant,
      @Nullable Integer offsetMinutes,
      @Nullable Integer writtenOffset,
      @Nullable LocalDateTime local,
      @Nullable String zone,
      @Nullable String clockChange) {}

  /// A screen that a schedule mentions.
  ///
  /// @param key its external id, or its folded name; null where the line mentions none
  /// @param named whether the line only names it
  public record SeenScreen(
      @Nullable String key, boolean named, @Nullable String id, @Nullable String name) {
    public static final SeenScreen NONE = new SeenScreen(null, false, null, null);
  }

  public static final RecordTable<Said> TABLE =
      new RecordTable<>(
          Kind.SHOWTIME,
          "showtime",
          List.of("id", "cinema_id", "film_id", "screen_key"),
          List.of(
              column("film_id", READ, SqlType.KEY, Said::filmId),
              column("cinema_id", READ, SqlType.KEY, Said::cinemaId),
              column("starts_at", READ, SqlType.INSTANT, said -> said.start().instant()),
              column(
                  "offset_minutes", READ, SqlType.SMALLINT, said -> said.start().offsetMinutes()),
              column(
                  "written_offset", STAGED, SqlType.SMALLINT, said -> said.start().writtenOffset()),
              column("local_start", STAGED, SqlType.LOCAL, said -> said.start().local()),
              column("local_end", STAGED, SqlType.LOCAL, Said::localEnd),
              column("zone", STAGED, SqlType.TEXT, said -> said.start().zone()),
              column("clock_change", STAGED, SqlType.TEXT, said -> said.start().clockChange()),
              column(
                  "attribute_mask",
                  SUPPLIED,
                  SqlType.SMALLINT,
                  said -> said.showtime().attributes().mask()),
              column("booking_url", SUPPLIED, SqlType.TEXT, said -> said.showtime().bookingUrl()),
              column("screen_key", STAGED, SqlType.KEY, said -> said.screen().key()),
              column("screen_named", STAGED, SqlType.FLAG, said -> said.screen().named()),
              column("screen_id", SUPPLIED, SqlType.KEY, said -> said.screen().id()),
              column("screen_name", SUPPLIED, SqlType.TEXT, said -> said.screen().name()),
              column(
                  "details", SUPPLIED, SqlType.JSON, said -> said.showtime().details().document()),
              column("source_film_id", STORED, SqlType.KEY, _ -> null),
              column("version", STAGED, SqlType.TEXT, said -> said.showtime().version())));

  /// The showtimes of a provider that others list too.
  public static final RecordTable<Said> SHARED_TABLE =
      new RecordTable<>(Kind.SHOWTIME, "showtime_source", TABLE.joined(), TABLE.columns());

  /// The showtime of a row.
  public static Showtime showtime(NamedValues row, Provenance provenance) throws SQLException {
    return new Showtime(
        row.text("id"),
        row.text("film_id"),
        row.text("cinema_id"),
        row.instant("starts_at"),
        row.number("offset_minutes"),
        row.textOrNull("booking_url"),
        new Attributes(row.number("attribute_mask")),
        row.textOrNull("screen_id"),
        row.textOrNull("screen_name"),
        provenance,
        row.documentOrNull("details"));
  }
}
