package org.marquee.snapshot;

import java.util.Arrays;

/// What is searched of the showtimes of a day, by row, while the day is being made.
///
/// `starts` in microseconds, `places` in the [Stock], `hashes` of the ids, `films` and `cinemas` by
/// their [Ordinals], `masks` of the attributes.
final class Columns {
  long[] starts;
  long[] places;
  int[] hashes;
  int[] films;
  int[] cinemas;
  short[] masks;
  private int size;

  Columns(int room) {
    starts = new long[room];
    places = new long[room];
    hashes = new int[room];
    films = new int[room];
    cinemas = new int[room];
    masks = new short[room];
  }

  int size() {
    return size;
  }

  void add(long start, long place, int hash, int film, int cinema, short mask) {
    if (size == starts.length) {
      resize(Math.max(64, 2 * size));
    }
    starts[size] = start;
    places[size] = place;
    hashes[size] = hash;
    films[size] = film;
    cinemas[size] = cinema;
    masks[size] = mask;
    size++;
  }

  /// Adds rows of a day from one up to another.
  void add(Day day, int from, int until) {
    int count = until - from;
    if (size + count > starts.length) {
      resize(size + count);
    }
    day.copyTo(this, from, size, count);
    size += count;
  }

  /// The same without spare room.
  Columns trim() {
    if (size < starts.length) {
      resize(size);
    }
    return this;
  }

  private void resize(int room) {
    starts = Arrays.copyOf(starts, room);
    places = Arrays.copyOf(places, room);
    hashes = Arrays.copyOf(hashes, room);
    films = Arrays.copyOf(films, room);
    cinemas = Arrays.copyOf(cinemas, room);
    masks = Arrays.copyOf(masks, room);
  }
}
