package org.marquee.v1;

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

/// Where the next page of a list begins: the last position and a fingerprint of the list and its
/// filters (docs/api.md, "Pages and cursors").
///
/// Written as [CheckedText] of: a version, the kind of position, 8 bytes of fingerprint, and the
/// position. It holds nothing secret and never expires: any node can read it.
///
/// @param fingerprint of the list and the filters that it belongs to
record Cursor(long fingerprint, Position position) {
  /// In characters.
  static final int LONGEST = 600;

  private static final byte VERSION = 1;
  private static final long LOWEST_MICROS = -62_167_305_600_000_000L;
  private static final long HIGHEST_MICROS = 253_402_387_200_000_000L;

  @SuppressWarnings("ByteBufferBackingArray") // each buffer is allocated just before
  String write() {
    byte[] id = position.id().getBytes(UTF_8);
    byte[] place =
        switch (position) {
          case Position.ByStart(Instant start, _) -> place(1, 8).putLong(micros(start)).array();
          case Position.ByName(String key, _) -> {
            byte[] name = key.getBytes(UTF_8);
            yield place(2, 2 + name.length).putShort((short) name.length).put(name).array();
          }
          case Position.ByDistance(double kilometres, _) ->
              place(3, 8).putDouble(kilometres).array();
        };
    byte[] bytes = Arrays.copyOf(place, place.length + id.length);
    System.arraycopy(id, 0, bytes, place.length, id.length);
    return CheckedText.write(bytes);
  }

  private ByteBuffer place(int kind, int length) {
    return ByteBuffer.allocate(10 + length).put(VERSION).put((byte) kind).putLong(fingerprint);
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }

  /// Reads a cursor; empty if `text` is not one that [#write] has written.
  static Optional<Cursor> read(String text) {
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
    Position position =
        switch (kind) {
          case 1 -> new Position.ByStart(start(bytes.getLong()), text(bytes, bytes.remaining()));
          case 2 ->
              new Position.ByName(
                  text(bytes, bytes.getShort() & 0xffff), text(bytes, bytes.remaining()));
          case 3 ->
              new Position.ByDistance(distance(bytes.getDouble()), text(bytes, bytes.remaining()));
          default -> throw new IllegalArgumentException("no such position");
        };
    return Optional.of(new Cursor(fingerprint, position));
  }

  private static Instant start(long micros) {
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
