package org.marquee.store.record;

import static org.marquee.store.record.Column.read;
import static org.marquee.store.record.Column.staged;
import static org.marquee.store.record.Column.stored;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.CopyType;
import org.marquee.store.sql.NamedValues;

/// The columns of showtimes.
///
/// `screen_key` is the external id of the screen seen, or its folded name where the schedule only
/// names it, which `screen_named` then records. `zone` is the number of the zone that the offset
/// was computed with, null for none; `clock_change` records what was noticed on the way
/// ([SettledStart]). `version` is there where the id is made and may stand for several showings.
/// `source_film_id` is the source record of the film, where the film has another id.
public final class ShowtimeColumns {
  private ShowtimeColumns() {}

  /// A showtime as a line of a feed gives it.
  public record Said(
      FeedRecord.Showtime showtime,
      String filmId,
      String cinemaId,
      SettledStart start,
      SeenScreen screen) {}

  /// A screen that a schedule mentions.
  ///
  /// @param key its external id, or its folded name; null where the line mentions none
  /// @param named whether the line only names it
  public record SeenScreen(
      @Nullable String key, boolean named, @Nullable String id, @Nullable String name) {
    public static final SeenScreen NONE = new SeenScreen(null, false, null, null);
  }

  public static final RecordTable<Said> TABLE =
      RecordTable.of(
          Kind.SHOWTIME,
          "showtime",
          List.of("id", "cinema_id", "film_id", "screen_key"),
          read("film_id", CopyType.KEY, Said::filmId),
          read("cinema_id", CopyType.KEY, Said::cinemaId),
          read("starts_at", CopyType.INSTANT, said -> said.start().instant()),
          read("offset_minutes", CopyType.SMALLINT, said -> said.start().offsetMinutes()),
          staged("written_offset", CopyType.SMALLINT, said -> said.start().writtenOffset()),
          staged("local_start", CopyType.LOCAL, said -> said.start().local()),
          staged("zone", CopyType.SMALLINT, said -> said.start().zone()),
          staged("clock_change", CopyType.SMALLINT, said -> said.start().clockChange()),
          read("attribute_mask", CopyType.SMALLINT, said -> said.showtime().attributes().mask()),
          read("booking_url", CopyType.TEXT, said -> said.showtime().bookingUrl()),
          staged("screen_key", CopyType.KEY, said -> said.screen().key()),
          staged("screen_named", CopyType.FLAG, said -> said.screen().named()),
          read("screen_id", CopyType.KEY, said -> said.screen().id()),
          read("screen_name", CopyType.TEXT, said -> said.screen().name()),
          stored("source_film_id", CopyType.KEY, _ -> null),
          staged("version", CopyType.TEXT, said -> said.showtime().version()));

  /// The showtimes of a provider that others list too.
  public static final RecordTable<Said> SHARED_TABLE = TABLE.in("showtime_source");

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
        provenance);
  }
}
