package org.marquee.snapshot;

import java.util.Arrays;

/// What is searched of showtimes, by row; filled once.
///
/// `starts` in microseconds, `places` in the [Stock], `hashes` of the ids, `films` and `cinemas` by
/// their [Ordinals], `observed` as [Slots] notes it, `masks` of the attributes.
final class Columns {
  long[] starts;
  long[] places;
  int[] hashes;
  int[] films;
  int[] cinemas;
  int[] observed;
  short[] masks;
  private int size;

  Columns(int room) {
    starts = new long[room];
    places = new long[room];
    hashes = new int[room];
    films = new int[room];
    cinemas = new int[room];
    observed = new int[room];
    masks = new short[room];
  }

  int size() {
    return size;
  }

  void add(long start, long place, int hash, int film, int cinema, int slot, short mask) {
    if (size == starts.length) {
      resize(Math.max(64, 2 * size));
    }
    starts[size] = start;
    places[size] = place;
    hashes[size] = hash;
    films[size] = film;
    cinemas[size] = cinema;
    observed[size] = slot;
    masks[size] = mask;
    size++;
  }

  /// Adds a row of others.
  void add(Columns from, int row) {
    add(
        from.starts[row],
        from.places[row],
        from.hashes[row],
        from.films[row],
        from.cinemas[row],
        from.observed[row],
        from.masks[row]);
  }

  /// The same rows with their showtimes at other places.
  Columns movedTo(long[] others) {
    Columns moved = new Columns(0);
    moved.starts = starts;
    moved.places = others;
    moved.hashes = hashes;
    moved.films = films;
    moved.cinemas = cinemas;
    moved.observed = observed;
    moved.masks = masks;
    moved.size = size;
    return moved;
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
    observed = Arrays.copyOf(observed, room);
    masks = Arrays.copyOf(masks, room);
  }
}
