package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.OffHeapChunk;
import org.marquee.snapshot.record.ShowtimeStore;

/// The showtimes that start on one UTC day, by (start, id). Immutable.
public final class Day {
  private final int date;
  private final int size;
  private final OffHeapChunk chunk;
  private final MemorySegment starts;
  private final MemorySegment places;
  private final MemorySegment hashes;
  private final MemorySegment films;
  private final MemorySegment cinemas;
  private final MemorySegment masks;

  private final Postings byFilm;
  private final Postings byAttribute;

  /// A day of these rows, which are in order.
  ///
  /// @param date days since 1970
  /// @param filmCount how many films there are
  /// @param chunk to take memory of, which belongs to this day alone
  public Day(int date, Columns rows, int filmCount, OffHeapChunk chunk) {
    rows.trim();
    this.date = date;
    this.chunk = chunk;
    size = rows.size();
    starts = chunk.longs(rows.starts);
    places = chunk.ints(rows.places);
    hashes = chunk.ints(rows.hashes);
    films = chunk.ints(rows.films);
    cinemas = chunk.ints(rows.cinemas);
    masks = chunk.shorts(rows.masks);
    byFilm = Postings.of(rows.films, filmCount, rows, chunk);
    byAttribute = Postings.ofAttributes(rows, chunk);
  }

  /// Reads what [#write] wrote.
  public Day(CheckpointSource source, Chunks chunks) throws IOException, UnusableCheckpoint {
    chunk = chunks.chunk();
    date = source.integer();
    size = source.integer();
    starts = chunk.read(source);
    places = chunk.read(source);
    hashes = chunk.read(source);
    films = chunk.read(source);
    cinemas = chunk.read(source);
    masks = chunk.read(source);
    byFilm = Postings.read(source, chunk);
    byAttribute = Postings.read(source, chunk);
  }

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.integer(date);
    sink.integer(size);
    sink.memory(starts);
    sink.memory(places);
    sink.memory(hashes);
    sink.memory(films);
    sink.memory(cinemas);
    sink.memory(masks);
    byFilm.write(sink);
    byAttribute.write(sink);
  }

  /// Days since 1970.
  public int date() {
    return date;
  }

  /// How many rows it has.
  public int size() {
    return size;
  }

  /// What all of it lies in.
  public OffHeapChunk chunk() {
    return chunk;
  }

  /// When a showtime starts, in microseconds.
  public long start(int row) {
    return starts.getAtIndex(JAVA_LONG, row);
  }

  /// Its attributes, as bits.
  public int mask(int row) {
    return masks.getAtIndex(JAVA_SHORT, row);
  }

  /// Where it lies in the [ShowtimeStore].
  public int place(int row) {
    return places.getAtIndex(JAVA_INT, row);
  }

  /// Its film, by [Dictionary].
  public int film(int row) {
    return films.getAtIndex(JAVA_INT, row);
  }

  /// Its cinema, by [Dictionary].
  public int cinema(int row) {
    return cinemas.getAtIndex(JAVA_INT, row);
  }

  /// All rows, on the heap: who goes through all of them goes faster there, above all while the
  /// code for it is still being compiled.
  Columns rows() {
    Columns rows = new Columns(size);
    rows.add(this, 0, size);
    return rows;
  }

  /// As [#place], of all rows.
  int[] places() {
    return places.toArray(JAVA_INT);
  }

  /// As [#hash], of all rows.
  int[] hashes() {
    return hashes.toArray(JAVA_INT);
  }

  /// As [#cinema], of all rows.
  int[] cinemas() {
    return cinemas.toArray(JAVA_INT);
  }

  /// Copies so many rows from one on to `columns`, where they begin at `at`.
  void copyTo(Columns columns, int from, int at, int count) {
    MemorySegment.copy(starts, JAVA_LONG, (long) Long.BYTES * from, columns.starts, at, count);
    MemorySegment.copy(places, JAVA_INT, (long) Integer.BYTES * from, columns.places, at, count);
    MemorySegment.copy(hashes, JAVA_INT, (long) Integer.BYTES * from, columns.hashes, at, count);
    MemorySegment.copy(films, JAVA_INT, (long) Integer.BYTES * from, columns.films, at, count);
    MemorySegment.copy(cinemas, JAVA_INT, (long) Integer.BYTES * from, columns.cinemas, at, count);
    MemorySegment.copy(masks, JAVA_SHORT, (long) Short.BYTES * from, columns.masks, at, count);
  }

  /// The first row that starts at or after a time. Most windows reach over most of their days from
  /// one end to the other, and nothing has to be looked for.
  public int rowAt(long start) {
    long time = start - date * Micros.A_DAY;
    if (time <= 0) {
      return 0;
    }
    if (time >= Micros.A_DAY) {
      return size;
    }
    return (int) SortedSearch.atOrAfter(starts, 0, size, start);
  }

  /// The first row after a key.
  public int rowAfter(StartAndId key, ShowtimeStore store) {
    return (int) SortedSearch.after(starts, 0, size, places, key, store);
  }

  /// Finds the rows of a range that fit a question about all cinemas, in order, until the page is
  /// full.
  public void find(RowFilter filter, int from, int until, RowHits found) {
    if (from >= until) {
      return;
    }
    boolean anyFilm = filter.film() == RowFilter.ANY;
    if (anyFilm && filter.mask() == 0) {
      for (int row = from; row < until && !found.isFull(); row++) {
        found.add(place(row));
      }
    } else if (anyFilm) {
      byAttribute.find(0, filter.mask(), from, until, this, found);
    } else {
      byFilm.find(filter.film(), filter.mask(), from, until, this, found);
    }
  }

  /// Passes on the rows of a film that are within a range, in order.
  public void eachRowOfFilm(int film, int from, int until, IntConsumer taker) {
    byFilm.eachRow(film, from, until, taker);
  }
}
