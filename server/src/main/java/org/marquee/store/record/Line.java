package org.marquee.store.record;

import static org.marquee.store.record.Column.staged;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.store.record.Column.SqlType;

/// A line of a feed, as it is staged: what the rows of all kinds have.
///
/// The column `line` is null for a record of an earlier feed that was held back and is staged
/// again. Such a record has the observation of its own feed, and so has a line of a later feed,
/// where several are read as one.
///
/// @param id of the record
/// @param taken when the feed was taken; null for the first feed
/// @param updated when the source of a later feed changed
public record Line(
    long number, String id, FeedRecord record, @Nullable Instant taken, @Nullable Instant updated) {
  static final List<Column<Line>> FIRST =
      List.of(
          staged("line", SqlType.BIGINT, Line::number),
          staged("id", SqlType.KEY, Line::id),
          staged("external_id", SqlType.TEXT, line -> line.record().externalId()));

  static final List<Column<Line>> LAST =
      List.of(
          staged("source_updated_at", SqlType.INSTANT, line -> line.record().sourceUpdatedAt()),
          staged("observed_at", SqlType.INSTANT, Line::taken),
          staged("observed_updated_at", SqlType.INSTANT, Line::updated));
}
