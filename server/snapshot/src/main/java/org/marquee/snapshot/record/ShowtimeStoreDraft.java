package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Showtime;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.JsonRecordEncoder.MarkedShowtime;
import org.marquee.page.json.JsonRecordEncoder.Written;
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

  /// Adds a showtime, as a [TemplatedShowtime] if it can be one, and returns its place.
  ///
  /// @param start in microseconds
  /// @param note see [ObservationNote]
  /// @param film the number of its film
  public int add(Showtime showtime, long start, Observed observed, int note, int film) {
    MarkedShowtime marked = JsonRecordEncoder.mark(showtime);
    byte @Nullable [] templated =
        ObservationNote.isShared(note) ? templates.of(showtime, marked) : null;
    byte[] rest = templated == null ? whole(showtime, marked.written(), observed, note) : templated;
    byte[] id = showtime.id().getBytes(US_ASCII);
    int size = ShowtimeStore.ID + id.length + rest.length;
    makeRoom(size);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.nativeOrder())
        .position(length)
        .putInt(templated == null ? note : ObservationNote.templated(note))
        .putInt(details.note(showtime))
        .putInt(film)
        .putLong(start)
        .putShort((short) id.length)
        .put(id)
        .put(rest);
    return taken(size);
  }

  private static byte[] whole(Showtime showtime, Written written, Observed observed, int note) {
    byte[] text = written.text();
    int from = text.length;
    int until = text.length;
    if (observed != Observed.ALONE) {
      from = written.from();
      until = observed == Observed.TOGETHER ? written.until() : written.updated();
    }
    if (text.length > Character.MAX_VALUE) {
      throw new IllegalArgumentException("a showtime is written too long: " + showtime.id());
    }
    ByteBuffer whole =
        ByteBuffer.allocate(ShowtimeStore.text(note) + text.length - (until - from))
            .order(ByteOrder.nativeOrder())
            .putChar((char) from)
            .putChar((char) (text.length - until));
    if (!ObservationNote.isShared(note)) {
      Instant updated = showtime.provenance().sourceUpdatedAt();
      whole
          .putLong(Micros.of(showtime.provenance().observedAt()))
          .putLong(updated == null ? Observation.NEVER : Micros.of(updated));
    }
    return whole.put(text, 0, from).put(text, until, text.length - until).array();
  }

  private int taken(int size) {
    int offset = length;
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
    return taken(size);
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
