package org.marquee.snapshot.record;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.page.OutputBuffer;

/// The written showtimes of a snapshot, in pieces of memory; each is found by its place.
///
/// A place is the number of a piece in the upper 12 bits and an offset in the lower 20, in eighths:
/// four bytes, since the indexes have each place several times. There lie, in bytes: 4 what
/// [ObservationNote] notes of the observation, 4 what [SharedDetails] note of its details, 4 the
/// number of its film, 8 when the showtime starts, 2 how long its id is; its id.
///
/// Behind that lies a [TemplatedShowtime], or of showtimes that cannot be one: 2 how long the text
/// before the observation is, 2 how long that after it; 8 when observed and 8 when updated, unless
/// both are shared with others; then the text. A showtime with an observation of its own has that
/// in its text, and nothing after it. The less there is, the less memory a page has to wait for.
public final class ShowtimeStore {
  private static final int NOTE = 0;
  private static final int DETAILS = 4;
  private static final int FILM = 8;
  private static final int START = 12;
  private static final int ID_LENGTH = 20;

  /// How long what stands before the id is.
  static final int ID = 22;

  // Behind the id.
  private static final int HEAD = 0;
  private static final int TAIL = 2;
  private static final int OBSERVED = 4;
  private static final int UPDATED = 12;
  private static final int AFTER_AGES = 20;

  /// Showtimes begin at multiples of so many bytes.
  static final int ALIGNMENT = 8;

  /// A piece has at most so many bytes for showtimes.
  static final int PIECE = 8 << 20;

  private static final int OFFSET_BITS = 20;

  /// Most records are shorter.
  static final int USUAL_LENGTH = 128;

  /// A store of no showtimes.
  public static final ShowtimeStore EMPTY =
      new ShowtimeStore(new Piece[0], new long[0], new SharedTexts(), SharedDetails.EMPTY);

  /// A chunk and the memory in it.
  record Piece(OffHeapChunk chunk, MemorySegment memory) {
    /// A piece that holds the first `length` of these bytes.
    static Piece of(byte[] bytes, int length, OffHeapChunk chunk) {
      return new Piece(chunk, chunk.bytes(bytes, length));
    }

    /// Its size in bytes.
    long size() {
      return memory.byteSize();
    }
  }

  private final @Nullable Piece[] pieces;
  private final long[] live;
  private final SharedTexts texts;
  private final SharedDetails details;

  /// @param pieces by number; null where one was given back
  /// @param live bytes of each that the snapshot still uses
  /// @param texts of templated showtimes
  ShowtimeStore(@Nullable Piece[] pieces, long[] live, SharedTexts texts, SharedDetails details) {
    this.pieces = pieces;
    this.live = live;
    this.texts = texts;
    this.details = details;
  }

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.each(
        Arrays.asList(pieces),
        piece -> {
          sink.flag(piece != null);
          if (piece != null) {
            sink.memory(piece.memory());
          }
        });
    sink.numbers(live);
    texts.write(sink);
    details.write(sink);
  }

  /// Reads what [#write] wrote.
  public static ShowtimeStore read(CheckpointSource source, Chunks chunks)
      throws IOException, UnusableCheckpoint {
    int count = source.integer();
    @Nullable Piece[] pieces = new Piece[count];
    for (int at = 0; at < count; at++) {
      if (source.flag()) {
        OffHeapChunk chunk = chunks.chunk();
        pieces[at] = new Piece(chunk, chunk.read(source));
      }
    }
    return new ShowtimeStore(
        pieces, source.numbers(), SharedTexts.read(source), SharedDetails.read(source));
  }

  @Nullable Piece[] pieces() {
    return pieces.clone();
  }

  /// What its templated showtimes share.
  SharedTexts texts() {
    return texts;
  }

  /// What its showtimes share of their details.
  public SharedDetails details() {
    return details;
  }

  int pieceCount() {
    return pieces.length;
  }

  long[] live() {
    return live.clone();
  }

  /// @param offset in the piece, a multiple of [#ALIGNMENT]
  static int place(int piece, int offset) {
    if (piece >>> (Integer.SIZE - OFFSET_BITS) != 0) {
      throw new IllegalStateException("more showtimes than there are places for");
    }
    return piece << OFFSET_BITS | offset / ALIGNMENT;
  }

  /// The number of the piece that a place is in.
  public static int piece(int place) {
    return place >>> OFFSET_BITS;
  }

  /// Where the text begins, counted from behind the id.
  static int text(int note) {
    return ObservationNote.isShared(note) ? OBSERVED : AFTER_AGES;
  }

  /// Writes the showtime at a place, with its observation as it is now.
  public void print(
      int place, Observation[] observations, OutputBuffer out, FreshnessAccumulator oldest) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    int note = memory.get(JAVA_INT_UNALIGNED, at + NOTE);
    if (ObservationNote.isTemplated(note)) {
      Observation shared = observations[ObservationNote.number(note)];
      byte[] observation = shared.whole(Kind.SHOWTIME);
      TemplatedShowtime.print(memory, at + ID, texts.bytes(), observation, out);
      oldest.add(shared.observed(), shared.updated());
    } else {
      printWhole(memory, afterId(memory, at), note, observations, out, oldest);
    }
  }

  private static long afterId(MemorySegment memory, long at) {
    return at + ID + memory.get(JAVA_SHORT_UNALIGNED, at + ID_LENGTH);
  }

  /// @param at behind the id
  private static void printWhole(
      MemorySegment memory,
      long at,
      int note,
      Observation[] observations,
      OutputBuffer out,
      FreshnessAccumulator oldest) {
    int head = memory.get(JAVA_CHAR_UNALIGNED, at + HEAD);
    long text = at + text(note);
    out.add(memory, text, head);
    if (note == ObservationNote.ALONE) {
      oldest.add(
          memory.get(JAVA_LONG_UNALIGNED, at + OBSERVED),
          memory.get(JAVA_LONG_UNALIGNED, at + UPDATED));
      return;
    }
    long update =
        ObservationNote.isUpdatedAlone(note)
            ? memory.get(JAVA_LONG_UNALIGNED, at + UPDATED)
            : Observation.NEVER;
    observations[ObservationNote.number(note)].print(Kind.SHOWTIME, note, update, out, oldest);
    out.add(memory, text + head, memory.get(JAVA_CHAR_UNALIGNED, at + TAIL));
  }

  /// What the showtime at a place notes of its details.
  public int detailsNote(int place) {
    return memory(place).get(JAVA_INT_UNALIGNED, offset(place) + DETAILS);
  }

  /// The number of the film of the showtime at a place.
  public int film(int place) {
    return memory(place).get(JAVA_INT_UNALIGNED, offset(place) + FILM);
  }

  /// When the showtime at a place starts, in microseconds.
  public long start(int place) {
    return memory(place).get(JAVA_LONG_UNALIGNED, offset(place) + START);
  }

  /// The id of the showtime at a place.
  public String id(int place) {
    return new String(idBytes(place), US_ASCII);
  }

  /// The id of a row in ASCII.
  public byte[] idBytes(int place) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    byte[] id = new byte[memory.get(JAVA_SHORT_UNALIGNED, at + ID_LENGTH)];
    MemorySegment.copy(memory, JAVA_BYTE, at + ID, id, 0, id.length);
    return id;
  }

  /// How the id of the showtime at a place compares with another.
  public int compareId(int place, byte[] other) {
    return Arrays.compareUnsigned(idBytes(place), other);
  }

  /// How many bytes the showtime at a place takes.
  int size(int place) {
    MemorySegment memory = memory(place);
    long at = offset(place);
    int note = memory.get(JAVA_INT_UNALIGNED, at + NOTE);
    long rest = afterId(memory, at);
    int length =
        ObservationNote.isTemplated(note)
            ? TemplatedShowtime.size(memory, rest)
            : text(note)
                + memory.get(JAVA_CHAR_UNALIGNED, rest + HEAD)
                + memory.get(JAVA_CHAR_UNALIGNED, rest + TAIL);
    return (int) (rest - at) + length;
  }

  /// Copies the showtime at a place as it lies there.
  void copy(int place, byte[] to, int at) {
    MemorySegment.copy(memory(place), JAVA_BYTE, offset(place), to, at, size(place));
  }

  private MemorySegment memory(int place) {
    Piece piece = pieces[piece(place)];
    if (piece == null) {
      throw new IllegalStateException("a showtime lies in a piece that was given back");
    }
    return piece.memory();
  }

  private static long offset(int place) {
    return (long) (place & (1 << OFFSET_BITS) - 1) * ALIGNMENT;
  }

  /// Passes on all memory outside the heap.
  public void eachChunk(Consumer<OffHeapChunk> taker) {
    for (Piece piece : pieces) {
      if (piece != null) {
        taker.accept(piece.chunk());
      }
    }
  }
}
