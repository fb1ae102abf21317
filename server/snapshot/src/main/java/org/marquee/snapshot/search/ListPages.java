package org.marquee.snapshot.search;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Place;
import org.marquee.listing.Position;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.json.DetailsOfPage;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.Micros;

/// Writes pages of films, cinemas, chains and screens of one state.
record ListPages(SnapshotContents contents) {
  /// Writes a page of a list.
  PageInfo list(
      SortedIndex<? extends IndexedRecord> index,
      Position.@Nullable ByName after,
      int limit,
      @Nullable String cinemaId,
      Kind kind,
      OutputBuffer out) {
    int from = index.indexAfter(after);
    int until = Math.min(from + limit, index.size());
    return page(
        index.all().subList(from, until),
        until < index.size() ? index.at(until - 1).entry().position() : null,
        cinemaId,
        kind,
        out);
  }

  /// Writes a page of what was found, which may be more than the page has.
  <T extends IndexedRecord> PageInfo found(
      List<T> found, int limit, Function<T, Position> position, Kind kind, OutputBuffer out) {
    boolean more = found.size() > limit;
    return page(
        more ? found.subList(0, limit) : found,
        more ? position.apply(found.get(limit - 1)) : null,
        null,
        kind,
        out);
  }

  /// Writes a page of some records.
  PageInfo page(
      List<? extends IndexedRecord> records,
      @Nullable Position next,
      @Nullable String cinemaId,
      Kind kind,
      OutputBuffer out) {
    if (records.isEmpty()) {
      return nothing(cinemaId, kind, out);
    }
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    for (int at = 0; at < records.size(); at++) {
      if (at > 0) {
        out.add(',');
      }
      records.get(at).entry().print(contents.observations().latest(), out, oldest);
    }
    DetailsOfPage.print(records.size(), at -> out.add(records.get(at).entry().details()), out);
    return new PageInfo(contents.state().revision(), next, oldest.freshness());
  }

  /// Writes the one record of an answer.
  PageInfo one(IndexedRecord record, OutputBuffer out) {
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    record.entry().print(contents.observations().latest(), out, oldest);
    DetailsOfPage.printOne(record.entry().details(), out);
    return new PageInfo(contents.state().revision(), null, oldest.freshness());
  }

  /// Writes a page of no records.
  PageInfo nothing(@Nullable String cinemaId, Kind kind, OutputBuffer out) {
    DetailsOfPage.print(0, _ -> {}, out);
    return nothing(cinemaId, kind);
  }

  /// Writes a page of places.
  PageInfo places(
      List<Place.Found> found, Position.@Nullable ByRank after, int limit, OutputBuffer out) {
    List<Place.Found> rest =
        found.stream()
            .filter(each -> after == null || each.position().compareTo(after) > 0)
            .toList();
    int onPage = Math.min(limit, rest.size());
    for (int at = 0; at < onPage; at++) {
      if (at > 0) {
        out.add(',');
      }
      out.add(JsonRecordEncoder.write(rest.get(at).place()));
    }
    return new PageInfo(
        contents.state().revision(),
        rest.size() > limit ? rest.get(limit - 1).position() : null,
        nothing(null, Kind.CINEMA).freshness());
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of the kind, else when the database was made (docs/api.md, "Freshness").
  PageInfo nothing(@Nullable String cinemaId, Kind kind) {
    IndexedCinema cinema = cinemaId == null ? null : contents.lists().cinema(cinemaId);
    SnapshotContents.ShownState state = contents.state();
    Instant observed =
        cinema == null
            ? state.newest().getOrDefault(kind, state.madeAt())
            : Micros.instant(cinema.entry().observed(contents.observations().latest()));
    return new PageInfo(contents.state().revision(), null, Freshness.observed(observed));
  }
}
