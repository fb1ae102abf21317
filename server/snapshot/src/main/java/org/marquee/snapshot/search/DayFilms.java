package org.marquee.snapshot.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.marquee.page.OutputBuffer;
import org.marquee.page.ProgrammeWriter;
import org.marquee.snapshot.columns.ShowingRows;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.WrittenRecord;

/// The showtimes of a cinema on a day, by film: films in the order of their first showtime, then of
/// the film list.
final class DayFilms {
  private final ShowingRows rows;
  private final SnapshotContents contents;
  private final int until;
  private final List<FirstShowing> films = new ArrayList<>();

  /// @param row the first one of the film
  private record FirstShowing(int number, WrittenRecord film, int row) {}

  /// @param from the first row of the day
  /// @param until the row after its last one
  DayFilms(ShowingRows rows, int from, int until, SnapshotContents contents) {
    this.rows = rows;
    this.contents = contents;
    this.until = until;
    for (int row = from; row < until; row++) {
      if (!isKnown(rows.film(row))) {
        insert(new FirstShowing(rows.film(row), film(rows.film(row)), row));
      }
    }
  }

  private WrittenRecord film(int number) {
    return Objects.requireNonNull(
        contents.links().films()[number], "a showtime of a film that is not there");
  }

  /// A cinema shows so few films a day that to look at each is the quickest way.
  private boolean isKnown(int film) {
    for (int at = 0; at < films.size(); at++) {
      if (films.get(at).number() == film) {
        return true;
      }
    }
    return false;
  }

  /// They come by their starts: only among those that start together the film list decides.
  private void insert(FirstShowing showing) {
    int at = films.size();
    while (at > 0 && isBefore(showing, films.get(at - 1))) {
      at--;
    }
    films.add(at, showing);
  }

  private boolean isBefore(FirstShowing one, FirstShowing other) {
    return rows.start(one.row()) == rows.start(other.row())
        && WrittenRecord.ORDER.compare(one.film(), other.film()) < 0;
  }

  /// Prints them, if there are any.
  void print(ProgrammeWriter writer, FreshnessAccumulator oldest) {
    OutputBuffer out = writer.out();
    for (FirstShowing showing : films) {
      writer.film();
      showing.film().print(contents.observations().latest(), out, oldest);
      writer.showtimes();
      for (int row = showing.row(); row < until; row++) {
        if (rows.film(row) == showing.number()) {
          writer.showtime();
          contents
              .showtimes()
              .store()
              .print(rows.place(row), contents.observations().latest(), out, oldest);
        }
      }
      writer.endFilm();
    }
  }
}
