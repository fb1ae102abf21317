package org.marquee.snapshot.record;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

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
/// There lie, in bytes: 4 the note ([ObservationNote]); 4 what it notes of its details, 4 the
/// number of its film; 4 each the places of head, body, lead, and the ids of film, cinema and
/// screen; 4 when the showtime starts, in minutes since 1970; 1 each the lengths of its own texts;
/// 23 its id; 16 its local start, to the minute; its own texts.
final class TemplatedShowtime {
  /// How long an id is.
  static final int ID_LENGTH = 23;

  /// How long the local start is: `2026-03-20T19:30`.
  static final int TIME_LENGTH = 16;

  /// Own texts are at most so long.
  static final int OWN_LONGEST = 255;

  static final int ID = 42;

  private static final int HEAD = 12;
  private static final int BODY = 16;
  private static final int LEAD = 20;
  private static final int FILM = 24;
  private static final int CINEMA = 28;
  private static final int SCREEN = 32;
  private static final int START = 36;
  private static final int OWN_LENGTH = 40;
  private static final int LAST_LENGTH = 41;
  private static final int TIME = ID + ID_LENGTH;
  private static final int OWN = TIME + TIME_LENGTH;

  private static final long MINUTE = 60_000_000;

  private static final int MOST_SHARED = 3 * SharedTexts.LONGEST;
  private static final int MOST_OWN = 2 * OWN_LONGEST;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle CHARS =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());

  private TemplatedShowtime() {}

  /// What one is written to: the fields in the order above.
  static ByteBuffer buffer(int ownLength, int lastLength) {
    return ByteBuffer.allocate(OWN + ownLength + lastLength).order(ByteOrder.nativeOrder());
  }

  /// Whether a start in microseconds can be noted in minutes.
  static boolean isOnMinute(long start) {
    return start % MINUTE == 0 && (int) (start / MINUTE) == start / MINUTE;
  }

  /// A start in microseconds as minutes.
  static int minutes(long start) {
    return (int) (start / MINUTE);
  }

  /// How many bytes the one at `at` takes.
  static int size(MemorySegment memory, long at) {
    return OWN + length(memory, at + OWN_LENGTH) + length(memory, at + LAST_LENGTH);
  }

  /// When it starts, in microseconds.
  static long start(MemorySegment memory, long at) {
    return memory.get(JAVA_INT_UNALIGNED, at + START) * MINUTE;
  }

  private static int length(MemorySegment memory, long at) {
    return memory.get(JAVA_BYTE, at) & 0xff;
  }

  /// A number of the header of a text: 0 its length, 1 to 4 where its gaps are.
  static int header(byte[] texts, int place, int number) {
    return (char) CHARS.get(texts, place + number * Character.BYTES);
  }

  /// Writes a number of the header of a text.
  static void setHeader(byte[] texts, int place, int number, int value) {
    CHARS.set(texts, place + number * Character.BYTES, (char) value);
  }

  /// Prints the one at `at`.
  static void print(
      MemorySegment memory, long at, byte[] texts, byte[] observation, OutputBuffer out) {
    byte[] to = out.room(MOST_SHARED + MOST_OWN + observation.length);
    byte[] from = out.aside(OWN);
    MemorySegment.copy(memory, JAVA_BYTE, at, from, 0, OWN);
    int begin = out.length();

    int head = (int) INTS.get(from, HEAD);
    int end = begin + copy(texts, head, to, begin);
    copyId(from, ID, to, begin + header(texts, head, 1));
    copyId(texts, id(from, FILM), to, begin + header(texts, head, 2));
    copyId(texts, id(from, CINEMA), to, begin + header(texts, head, 3));
    int time = begin + header(texts, head, 4);
    LONGS.set(to, time, (long) LONGS.get(from, TIME));
    LONGS.set(to, time + 8, (long) LONGS.get(from, TIME + 8));

    int own = from[OWN_LENGTH] & 0xff;
    MemorySegment.copy(memory, JAVA_BYTE, at + OWN, to, end, own);
    end += own;

    int body = (int) INTS.get(from, BODY);
    if ((int) INTS.get(from, SCREEN) == SharedTexts.NONE) {
      end += copy(texts, body, to, end);
    } else {
      int length = copy(texts, body, to, end);
      copyId(texts, id(from, SCREEN), to, end + header(texts, body, 1));
      end += length;
    }

    System.arraycopy(observation, 0, to, end, observation.length);
    end += observation.length;
    end += copy(texts, (int) INTS.get(from, LEAD), to, end);

    int last = from[LAST_LENGTH] & 0xff;
    MemorySegment.copy(memory, JAVA_BYTE, at + OWN + own, to, end, last);
    out.wrote(end + last - begin);
  }

  private static int copy(byte[] texts, int place, byte[] to, int at) {
    int length = header(texts, place, 0);
    System.arraycopy(texts, place + SharedTexts.HEADER, to, at, length);
    return length;
  }

  private static int id(byte[] from, int at) {
    return (int) INTS.get(from, at) + SharedTexts.HEADER;
  }

  /// Copies an id: its last eight bytes overlap the second eight.
  private static void copyId(byte[] from, int at, byte[] to, int place) {
    LONGS.set(to, place, (long) LONGS.get(from, at));
    LONGS.set(to, place + 8, (long) LONGS.get(from, at + 8));
    LONGS.set(to, place + 15, (long) LONGS.get(from, at + 15));
  }
}
