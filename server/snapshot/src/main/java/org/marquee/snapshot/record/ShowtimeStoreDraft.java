package org.marquee.snapshot.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.page.RecordEncoder.MarkedShowtime;
import org.marquee.page.RecordEncoder.Written;
import org.marquee.snapshot.record.ShowtimeStore.Piece;

/// The store of the next snapshot: that of the last one, what is added to it, and what is no longer
/// used of it.
public final class ShowtimeStoreDraft {
  /// Pieces of this size, in bytes; what changes little makes smaller ones.
  private static final int FULL = ShowtimeStore.PIECE;

  /// Smaller ones are put together when there are many of them.
  private static final int SMALL = 1 << 20;

  private static final int MANY = 48;

  private final ShowtimeStore last;
  private final SharedTexts texts;
  private final SharedDetails.Draft details;
  private final ShowtimeTemplates templates;
  private final Chunks chunks;
  private @Nullable Piece[] pieces;
  private long[] live;
  private byte[] bytes = {};
  private int length;
  private int number;

  /// @param chunks to take memory of
  public ShowtimeStoreDraft(ShowtimeStore last, Chunks chunks) {
    this.chunks = chunks;
    this.last = last;
    texts = last == ShowtimeStore.EMPTY ? new SharedTexts() : last.texts();
    templates = new ShowtimeTemplates(texts);
    details = new SharedDetails.Draft(last.details(), SharedDetails.MOST);
    pieces = last.pieces();
    live = last.live();
    number = freeNumber();
  }

  /// Makes room for so many showtimes, as far as one piece has it.
  public void expect(int showtimes) {
    bytes = new byte[(int) Math.min(FULL, (long) showtimes * ShowtimeStore.USUAL_LENGTH)];
  }

  /// Adds a written showtime, as a [TemplatedShowtime] if it can be one, and returns its place.
  ///
  /// @param start in microseconds
  /// @param note see [ObservationNote]
  /// @param film the number of its film
  public int add(
      Showtime showtime, long start, MarkedShowtime marked, Observed observed, int note, int film) {
    int its = details.note(showtime);
    byte[] templated =
        ObservationNote.isShared(note)
            ? templates.of(showtime, start, marked, note, its, film)
            : null;
    return templated == null
        ? addWhole(showtime, start, marked, observed, note, its, film)
        : add(templated);
  }

  private int add(byte[] templated) {
    makeRoom(templated.length);
    System.arraycopy(templated, 0, bytes, length, templated.length);
    return taken(length, templated.length);
  }

  private int addWhole(
      Showtime showtime,
      long start,
      MarkedShowtime marked,
      Observed observed,
      int note,
      int its,
      int film) {
    String id = showtime.id();
    Provenance provenance = showtime.provenance();
    Written written = marked.written();
    byte[] text = written.text();
    int from = text.length;
    int until = text.length;
    if (observed != Observed.ALONE) {
      from = written.from();
      until = observed == Observed.TOGETHER ? written.until() : written.updated();
    }
    if (text.length > Character.MAX_VALUE) {
      throw new IllegalArgumentException("a showtime is written too long: " + id);
    }
    int size = ShowtimeStore.text(note) + text.length - (until - from);
    makeRoom(size);
    int offset = length;
    ByteBuffer buffer =
        buffer(offset)
            .putInt(note)
            .putInt(its)
            .putInt(film)
            .putChar((char) from)
            .putChar((char) (text.length - until))
            .putLong(start)
            .putShort((short) marked.id())
            .putShort((short) id.length());
    if (!ObservationNote.isShared(note)) {
      Instant updated = provenance.sourceUpdatedAt();
      buffer
          .putLong(Micros.of(provenance.observedAt()))
          .putLong(updated == null ? Observation.NEVER : Micros.of(updated));
    }
    buffer.put(text, 0, from).put(text, until, text.length - until);
    return taken(offset, size);
  }

  private ByteBuffer buffer(int offset) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).position(offset);
  }

  private int taken(int offset, int size) {
    length += aligned(size);
    live[number] += size;
    return ShowtimeStore.place(number, offset);
  }

  /// Notes that the showtime at a place of the last snapshot is no longer used.
  public void drop(int place) {
    live[ShowtimeStore.piece(place)] -= last.size(place);
    details.drop(last.detailsNote(place));
  }

  /// The pieces of the last snapshot that are worth emptying: those that are half unused, and all
  /// small ones when there are many.
  public BitSet worthEmptying() {
    BitSet worth = new BitSet();
    BitSet small = new BitSet();
    for (int at = 0; at < last.pieceCount(); at++) {
      Piece piece = pieces[at];
      if (piece != null) {
        worth.set(at, live[at] < piece.size() / 2);
        small.set(at, piece.size() < SMALL);
      }
    }
    if (small.cardinality() > MANY) {
      worth.or(small);
    }
    return worth;
  }

  /// Moves the showtime at a place of the last snapshot out of its chunk, and returns the new
  /// place.
  public int move(int place) {
    int size = last.size(place);
    makeRoom(size);
    last.copy(place, bytes, length);
    live[ShowtimeStore.piece(place)] -= size;
    return taken(length, size);
  }

  /// The store with all that was added; pieces that nothing uses any more are not part of it.
  public ShowtimeStore finish() {
    seal();
    for (int at = 0; at < pieces.length; at++) {
      if (live[at] == 0) {
        pieces[at] = null;
      }
    }
    return new ShowtimeStore(pieces, live, texts, details.finish());
  }

  private static int aligned(int size) {
    return (size + ShowtimeStore.ALIGNMENT - 1) & -ShowtimeStore.ALIGNMENT;
  }

  private void makeRoom(int size) {
    int room = aligned(size);
    if (length + room > FULL) {
      seal();
    }
    if (bytes.length < length + room) {
      bytes = Arrays.copyOf(bytes, Math.max(length + room, Math.min(FULL, 2 * bytes.length)));
    }
  }

  private void seal() {
    if (length > 0) {
      pieces[number] = Piece.of(bytes, length, chunks.chunk());
      length = 0;
      number = freeNumber();
    }
  }

  private int freeNumber() {
    for (int at = 0; at < pieces.length; at++) {
      if (pieces[at] == null) {
        live[at] = 0;
        return at;
      }
    }
    int free = pieces.length;
    pieces = Arrays.copyOf(pieces, free + 8);
    live = Arrays.copyOf(live, free + 8);
    return free;
  }
}
