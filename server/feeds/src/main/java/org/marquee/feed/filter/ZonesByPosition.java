package org.marquee.feed.filter;

import java.time.ZoneId;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.time.Zones;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Gives the cinemas of a feed, on their way to the sink, the zone of their position where nobody
/// states it. Not for a feed that is exact ([FeedReader#isExact]).
public final class ZonesByPosition extends SinkFilter {
  public ZonesByPosition(FeedSink sink) {
    super(sink);
  }

  @Override
  public void row(long line, FeedRow row) {
    super.row(
        line,
        row instanceof FeedRow.Valid(FeedRecord.Cinema cinema)
            ? new FeedRow.Valid(zoned(line, cinema))
            : row);
  }

  private FeedRecord.Cinema zoned(long line, FeedRecord.Cinema cinema) {
    if (cinema.timeZone() != null || cinema.latitude() == null || cinema.longitude() == null) {
      return cinema;
    }
    ZoneId zone = Zones.at(cinema.latitude(), cinema.longitude()).orElse(null);
    if (zone == null) {
      return cinema;
    }
    notice(
        new Notice(
            Code.TIME_ZONE_BY_POSITION,
            "line " + line,
            cinema.externalId(),
            zone + " at " + cinema.latitude() + ", " + cinema.longitude()));
    return cinema.completedBy(
        new FeedRecord.Cinema(
            cinema.externalId(),
            cinema.name(),
            null,
            zone.getId(),
            null,
            null,
            null,
            null,
            null,
            null,
            null));
  }
}
