package org.marquee.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;
import org.marquee.notice.RowOutcome;

/// The table of a report that counts the lines of a feed: a row for each outcome, a column for all
/// lines and one for each kind of record.
record OutcomeTable(List<String> columns, List<Row> rows) {

  /// @param cells one for each column
  record Row(String name, List<Long> cells) {}

  static OutcomeTable of(RowCounts counts) {
    List<Kind> kinds = Stream.of(Kind.values()).filter(kind -> isShown(kind, counts)).toList();
    List<Row> rows = new ArrayList<>();
    rows.add(row("read", counts, kinds, RowCounts.Counts::read));
    for (RowOutcome outcome : RowOutcome.ALL) {
      rows.add(row(outcome.words(), counts, kinds, outcome.count()));
    }
    rows.add(
        new Row(
            "withdrawn, no longer listed or called off",
            cells(counts.allUnlisted(), kinds.stream().map(counts::unlisted), counts, 0)));
    Stream<String> unknown = counts.unknown() > 0 ? Stream.of("unknown") : Stream.empty();
    List<String> columns =
        Stream.of(Stream.of("all"), kinds.stream().map(Kind::word), unknown)
            .flatMap(names -> names)
            .toList();
    return new OutcomeTable(columns, rows);
  }

  /// A column of zeros has no information, and takes the room of the others on a telephone.
  private static boolean isShown(Kind kind, RowCounts counts) {
    return kind == Kind.SHOWTIME || counts.of(kind).read() > 0 || counts.unlisted(kind) > 0;
  }

  private static Row row(
      String name, RowCounts counts, List<Kind> kinds, ToLongFunction<RowCounts.Counts> count) {
    // Lines of an unknown kind are refused.
    long unknown = count.applyAsLong(RowCounts.Counts.refused(counts.unknown()));
    Stream<Long> each = kinds.stream().map(kind -> count.applyAsLong(counts.of(kind)));
    return new Row(name, cells(count.applyAsLong(counts.total()), each, counts, unknown));
  }

  private static List<Long> cells(long all, Stream<Long> each, RowCounts counts, long unknown) {
    Stream<Long> last = counts.unknown() > 0 ? Stream.of(unknown) : Stream.empty();
    return Stream.of(Stream.of(all), each, last).flatMap(cells -> cells).toList();
  }
}
