package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.Sha256;

/// Where the next page of a list begins: the last position and a fingerprint of the list and its
/// filters (docs/api.md, "Pages and cursors").
///
/// Written as base64url (RFC 4648, 5) of: a version, the kind of position, 8 bytes of fingerprint,
/// the position, and 4 bytes of SHA-256 over it all, so that a cursor that was cut or mistyped is
/// recognised. It holds nothing secret and never expires: any node can read it.
///
/// @param fingerprint of the list and the filters that it belongs to
record Cursor(long fingerprint, Position position) {
  /// In characters.
  static final int LONGEST = 600;

  private static final byte VERSION = 1;
  private static final int CHECK_BYTES = 4;
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
    int length = place.length + id.length;
    byte[] bytes = Arrays.copyOf(place, length + CHECK_BYTES);
    System.arraycopy(id, 0, bytes, place.length, id.length);
    byte[] check = Sha256.of(Arrays.copyOf(bytes, length));
    System.arraycopy(check, 0, bytes, length, CHECK_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      // Base64 has several spellings of the same bytes; ours has one.
      if (bytes.length < CHECK_BYTES
          || !Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
        return Optional.empty();
      }
      int length = bytes.length - CHECK_BYTES;
      byte[] check = Sha256.of(Arrays.copyOf(bytes, length));
      if (!Arrays.equals(bytes, length, bytes.length, check, 0, CHECK_BYTES)) {
        return Optional.empty();
      }
      return read(ByteBuffer.wrap(bytes, 0, length));
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
