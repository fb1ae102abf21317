package org.marquee.v1.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;

/// Where the next page of a list begins: the last position and a fingerprint of the list and its
/// filters (docs/api.md, "Pages and cursors").
///
/// Written as [CheckedText] of: a version, the kind of position, 8 bytes of fingerprint, and the
/// position. It holds nothing secret and never expires: any node can read it.
///
/// @param fingerprint of the list and the filters that it belongs to
public record Cursor(long fingerprint, Position position) {
  /// In characters.
  public static final int LONGEST = 600;

  private static final byte VERSION = 1;

  /// What a cursor has besides name and id, in bytes.
  private static final int MOST_NUMBERS = 32;

  private static final long LOWEST_MICROS = -62_167_305_600_000_000L;
  private static final long HIGHEST_MICROS = 253_402_387_200_000_000L;

  @SuppressWarnings("ByteBufferBackingArray") // it is allocated just before
  public String write() {
    byte[] id = position.id().getBytes(UTF_8);
    byte[] key = name(position).getBytes(UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(MOST_NUMBERS + key.length + id.length)
            .put(VERSION)
            .put(kind(position))
            .putLong(fingerprint);
    putPlace(position, key, bytes);
    bytes.put(id);
    return CheckedText.write(Arrays.copyOf(bytes.array(), bytes.position()));
  }

  private static byte kind(Position position) {
    return switch (position) {
      case Position.ByStart _ -> 1;
      case Position.ByName _ -> 2;
      case Position.ByDistance _ -> 3;
      case Position.ByOrdinal _ -> 4;
      case Position.AsOf _ -> 5;
      case Position.ByRank _ -> 6;
      case Position.ByFirstStart _ -> 7;
    };
  }

  private static String name(Position position) {
    return switch (position) {
      case Position.ByName(String key, _) -> key;
      case Position.ByRank(_, String key, _) -> key;
      case Position.ByFirstStart(_, Position.ByName film) -> film.key();
      case Position.AsOf(_, Position place) -> name(place);
      case Position.ByStart _, Position.ByDistance _, Position.ByOrdinal _ -> "";
    };
  }

  private static void putPlace(Position position, byte[] key, ByteBuffer bytes) {
    switch (position) {
      case Position.ByStart(Instant start, _) -> bytes.putLong(micros(start));
      case Position.ByName _ -> bytes.putShort((short) key.length).put(key);
      case Position.ByRank(int rank, _, _) ->
          bytes.putInt(rank).putShort((short) key.length).put(key);
      case Position.ByFirstStart(Instant start, Position.ByName film) ->
          putPlace(film, key, bytes.putLong(micros(start)));
      case Position.ByDistance(double kilometres, _) -> bytes.putDouble(kilometres);
      case Position.ByOrdinal(int ordinal, _) -> bytes.putShort((short) ordinal);
      case Position.AsOf(Instant asOf, Position place) ->
          putPlace(place, key, bytes.putLong(micros(asOf)).put(kind(place)));
    }
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }

  /// Reads a cursor; empty if `text` is not one that [#write] has written.
  public static Optional<Cursor> read(String text) {
    Optional<ByteBuffer> bytes =
        text.length() > LONGEST ? Optional.empty() : CheckedText.read(text);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try {
      return read(bytes.get());
    } catch (IllegalArgumentException
        | BufferUnderflowException
        | CharacterCodingException
        | DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Optional<Cursor> read(ByteBuffer bytes) throws CharacterCodingException {
    if (bytes.get() != VERSION) {
      return Optional.empty();
    }
    byte kind = bytes.get();
    long fingerprint = bytes.getLong();
    return Optional.of(new Cursor(fingerprint, position(kind, bytes)));
  }

  private static Position position(byte kind, ByteBuffer bytes) throws CharacterCodingException {
    return switch (kind) {
      case 1 -> new Position.ByStart(instant(bytes.getLong()), text(bytes, bytes.remaining()));
      case 2 -> name(bytes);
      case 3 ->
          new Position.ByDistance(distance(bytes.getDouble()), text(bytes, bytes.remaining()));
      case 4 -> new Position.ByOrdinal(ordinal(bytes.getShort()), text(bytes, bytes.remaining()));
      case 5 -> asOf(instant(bytes.getLong()), bytes);
      case 6 ->
          new Position.ByRank(
              bytes.getInt(),
              text(bytes, bytes.getShort() & 0xffff),
              text(bytes, bytes.remaining()));
      case 7 -> new Position.ByFirstStart(instant(bytes.getLong()), name(bytes));
      default -> throw new IllegalArgumentException("no such position");
    };
  }

  private static Position.ByName name(ByteBuffer bytes) throws CharacterCodingException {
    return new Position.ByName(
        text(bytes, bytes.getShort() & 0xffff), text(bytes, bytes.remaining()));
  }

  private static Position asOf(Instant asOf, ByteBuffer bytes) throws CharacterCodingException {
    byte kind = bytes.get();
    if (kind == 5) {
      throw new IllegalArgumentException("a walk has one beginning");
    }
    return new Position.AsOf(asOf, position(kind, bytes));
  }

  private static int ordinal(short ordinal) {
    if (ordinal < 0 || ordinal >= ProgrammeQuery.MOST_CINEMAS) {
      throw new IllegalArgumentException("no place among cinemas that can be named");
    }
    return ordinal;
  }

  private static Instant instant(long micros) {
    if (micros < LOWEST_MICROS || micros > HIGHEST_MICROS) {
      throw new IllegalArgumentException("beyond the years that a showtime may be in");
    }
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000L);
  }

  private static double distance(double kilometres) {
    if (!CinemaQuery.Around.RADIUS_KM.contains(kilometres)) {
      throw new IllegalArgumentException("no distance within a radius");
    }
    return kilometres;
  }

  private static String text(ByteBuffer bytes, int length) throws CharacterCodingException {
    if (length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer part = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    String text = UTF_8.newDecoder().decode(part).toString();
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a NUL");
    }
    return text;
  }
}
