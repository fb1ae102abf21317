package org.marquee.snapshot.record;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.marquee.page.OutputBuffer;

/// A written showtime as what it alone has, and places of what it shares with others in
/// [SharedTexts].
///
/// Its text is the head, own text, the body, the observation, the lead of the tail, and own text.
/// Head and body have gaps, which ids and the start time of the showtime fill: ids are of one
/// length, so that the same few texts, which are always in the processor's cache, do for all
/// cinemas, films and screens.
///
/// There lie, in bytes: 4 each the places of head, body, lead, and the ids of film, cinema and
/// screen; 1 each the lengths of its own texts; 16 its local start, to the minute; its own texts.
final class TemplatedShowtime {
  /// How long an id is.
  static final int ID_LENGTH = 23;

  /// How long the local start is: `2026-03-20T19:30`.
  static final int TIME_LENGTH = 16;

  /// Own texts are at most so long.
  static final int OWN_LONGEST = 255;

  private static final int HEAD = 0;
  private static final int BODY = 4;
  private static final int LEAD = 8;
  private static final int FILM = 12;
  private static final int CINEMA = 16;
  private static final int SCREEN = 20;
  private static final int OWN_LENGTH = 24;
  private static final int LAST_LENGTH = 25;
  private static final int TIME = 26;
  private static final int OWN = TIME + TIME_LENGTH;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private TemplatedShowtime() {}

  /// What one is written to: the fields in the order above.
  static ByteBuffer buffer(int ownLength, int lastLength) {
    return ByteBuffer.allocate(OWN + ownLength + lastLength).order(ByteOrder.nativeOrder());
  }

  /// How many bytes the one at `at` takes.
  static int size(MemorySegment memory, long at) {
    return OWN + length(memory, at + OWN_LENGTH) + length(memory, at + LAST_LENGTH);
  }

  private static int length(MemorySegment memory, long at) {
    return memory.get(JAVA_BYTE, at) & 0xff;
  }

  /// A number of the header of a text: 0 its length, 1 to 4 where its gaps are.
  static int header(byte[] texts, int place, int number) {
    int at = place + number * Character.BYTES;
    return ((texts[at] & 0xff) << Byte.SIZE) | (texts[at + 1] & 0xff);
  }

  /// Writes a number of the header of a text.
  static void setHeader(byte[] texts, int place, int number, int value) {
    int at = place + number * Character.BYTES;
    texts[at] = (byte) (value >>> Byte.SIZE);
    texts[at + 1] = (byte) value;
  }

  /// Prints the one behind the id at `id`. What all have is copied at once: to look into memory
  /// outside the heap costs more.
  static void print(
      MemorySegment memory, long id, byte[] texts, byte[] observation, OutputBuffer out) {
    byte[] from = new byte[ID_LENGTH + OWN];
    MemorySegment.copy(memory, JAVA_BYTE, id, from, 0, from.length);
    int own = from[ID_LENGTH + OWN_LENGTH] & 0xff;
    long ownAt = id + from.length;

    int head = place(from, HEAD);
    int begin = out.length();
    add(texts, head, out);
    byte[] to = out.bytes();
    System.arraycopy(from, 0, to, begin + header(texts, head, 1), ID_LENGTH);
    copyId(texts, place(from, FILM), to, begin + header(texts, head, 2));
    copyId(texts, place(from, CINEMA), to, begin + header(texts, head, 3));
    System.arraycopy(from, ID_LENGTH + TIME, to, begin + header(texts, head, 4), TIME_LENGTH);
    out.add(memory, ownAt, own);

    int body = place(from, BODY);
    int screen = place(from, SCREEN);
    int middle = out.length();
    add(texts, body, out);
    if (screen != SharedTexts.NONE) {
      copyId(texts, screen, out.bytes(), middle + header(texts, body, 1));
    }

    out.add(observation);
    add(texts, place(from, LEAD), out);
    out.add(memory, ownAt + own, from[ID_LENGTH + LAST_LENGTH] & 0xff);
  }

  /// The place of a text, which lies at `at` behind the id.
  private static int place(byte[] from, int at) {
    return (int) INTS.get(from, ID_LENGTH + at);
  }

  private static void add(byte[] texts, int place, OutputBuffer out) {
    int from = place + SharedTexts.HEADER;
    out.add(texts, from, from + header(texts, place, 0));
  }

  /// Fills a gap with an id.
  private static void copyId(byte[] texts, int place, byte[] to, int gap) {
    System.arraycopy(texts, place + SharedTexts.HEADER, to, gap, ID_LENGTH);
  }
}
