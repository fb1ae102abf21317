package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/// Makes sound and broken frames of HTTP/2 in any order, the same for the same seed.
@NullMarked
public final class FrameFuzz {
  private static final int FRAME_HEADER = 9;
  private static final int MOST_FRAMES = 200;
  private static final int TYPES = 11;
  private static final int FIRST_UNKNOWN_TYPE = 20;
  private static final long MARK = 0x6d61726b_00000000L;

  private static final List<String> PATHS =
      List.of(
          "/a", "/v1/films?limit=3", "/v1/nothing", "*", "", "/%zz", "/v1/films?%00", "http://a/");

  private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "CONNECT", "get", "");

  private static final List<String> FIELDS =
      List.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "te",
          "expect",
          "accept-encoding",
          "x-request-id",
          ":path",
          ":protocol",
          "Upper",
          "");

  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "3",
          "99999",
          "chunked",
          "gzip",
          "100-continue",
          "a\r\nb: c",
          "\u0000",
          "\u00ff");

  private final Random random;
  private int streams;

  public FrameFuzz(long seed) {
    random = new Random(seed);
  }

  /// All that one client sends. A PING after each frame shows how many of them were taken.
  public byte[] next() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] preface = FrameWire.PREFACE.getBytes(US_ASCII);
    if (random.nextInt(100) == 0) {
      preface[random.nextInt(preface.length)]++;
    }
    out.writeBytes(preface);
    out.writeBytes(FrameWire.frame(FrameWire.SETTINGS, 0, 0));
    boolean gently = random.nextInt(4) > 0;
    streams = 0;
    int most = random.nextInt(1, gently ? MOST_FRAMES : MOST_FRAMES / 5);
    for (int number = 1; number <= most; number++) {
      byte[] frame = gently ? gentle() : frame();
      out.writeBytes(frame);
      if (!opensBlock(frame)) {
        out.writeBytes(FrameWire.frame(FrameWire.PING, 0, 0, mark(number)));
      }
    }
    return out.toByteArray();
  }

  /// Whether the next frame must continue a header block.
  private static boolean opensBlock(byte[] frame) {
    return frame.length >= FRAME_HEADER
        && (frame[3] == FrameWire.HEADERS || frame[3] == FrameWire.CONTINUATION)
        && (frame[4] & FrameWire.END_HEADERS) == 0;
  }

  private static byte[] mark(int number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(MARK | number).array();
  }

  /// A frame that the connection is likely to survive: a request on the next stream, often an
  /// unsound one, or something about an earlier stream.
  private byte[] gentle() {
    return switch (random.nextInt(10)) {
      case 0 ->
          FrameWire.frame(FrameWire.RST_STREAM, 0, earlier(), FrameWire.number(random.nextInt(20)));
      case 1 ->
          FrameWire.frame(
              FrameWire.WINDOW_UPDATE,
              0,
              random.nextBoolean() ? 0 : earlier(),
              FrameWire.number(random.nextInt(1, 1000)));
      case 2 -> FrameWire.frame(FrameWire.PRIORITY, 0, earlier(), new byte[] {0, 0, 0, 0, 9});
      case 3 ->
          FrameWire.frame(
              FIRST_UNKNOWN_TYPE + random.nextInt(200), random.nextInt(256), random.nextInt(9));
      case 4 ->
          FrameWire.frame(
              FrameWire.SETTINGS, 0, 0, setting(random.nextInt(1, 9), random.nextInt(1 << 14)));
      case 5 -> FrameWire.frame(FrameWire.DATA, random.nextInt(2), earlier(), new byte[3]);
      default -> head(1 + 2 * streams++);
    };
  }

  private byte[] setting(int id, int value) {
    // The window, and the largest frame, have bounds that end a connection.
    int sound = id == 5 ? (1 << 14) + value : id == 2 ? value % 2 : value;
    return ByteBuffer.allocate(6).putShort((short) id).putInt(sound).array();
  }

  private int earlier() {
    return streams == 0 ? 1 : 1 + 2 * random.nextInt(streams);
  }

  private byte[] frame() {
    int stream = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(9);
    byte[] payload = new byte[random.nextInt(random.nextInt(20) == 0 ? 2_000 : 40)];
    random.nextBytes(payload);
    return switch (random.nextInt(6)) {
      case 0, 1 -> head(1 + 2 * random.nextInt(20));
      case 2 -> payload;
      case 3 -> changed(head(1 + 2 * random.nextInt(20)));
      case 4 -> sound(stream);
      default -> FrameWire.frame(random.nextInt(TYPES), random.nextInt(256), stream, payload);
    };
  }

  private byte[] head(int stream) {
    byte[] block =
        FrameWire.block(
            ":method", one(METHODS), ":scheme", "https", ":authority", "a", ":path", one(PATHS));
    for (int more = random.nextInt(4); more > 0; more--) {
      block = FrameWire.concat(block, FrameWire.block(one(FIELDS), one(VALUES)));
    }
    int flags = FrameWire.END_HEADERS | (random.nextInt(5) == 0 ? 0 : FrameWire.END_STREAM);
    return FrameWire.frame(FrameWire.HEADERS, flags, stream, block);
  }

  /// A frame of the right length for its type.
  private byte[] sound(int stream) {
    int type = random.nextInt(TYPES);
    int length =
        switch (type) {
          case FrameWire.RST_STREAM, FrameWire.WINDOW_UPDATE -> 4;
          case FrameWire.PRIORITY -> 5;
          case FrameWire.SETTINGS -> 6;
          case FrameWire.PING, FrameWire.GOAWAY -> 8;
          default -> random.nextInt(30);
        };
    byte[] payload = new byte[length];
    random.nextBytes(payload);
    boolean ofConnection =
        type == FrameWire.SETTINGS || type == FrameWire.PING || type == FrameWire.GOAWAY;
    return FrameWire.frame(type, random.nextInt(2), ofConnection ? 0 : stream, payload);
  }

  private byte[] changed(byte[] frame) {
    for (int count = random.nextInt(1, 4); count > 0; count--) {
      frame[random.nextInt(frame.length)] = (byte) random.nextInt(256);
    }
    return frame;
  }

  private String one(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  /// What a server sent.
  ///
  /// @param statuses of all answers
  /// @param framesTaken how many frames the server read, at least 1: the number of the last PING
  ///   that it answered, and the frame that ended the connection
  public record Received(List<Integer> statuses, int framesTaken) {}

  /// Reads what a server sent.
  ///
  /// @throws Http2Exception if a head cannot be read
  public static Received received(byte[] bytes) throws Http2Exception {
    List<Integer> statuses = new ArrayList<>();
    int taken = 1;
    DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true);
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    while (in.readableBytes() >= FRAME_HEADER) {
      int length = in.readUnsignedMedium();
      int type = in.readUnsignedByte();
      in.skipBytes(1);
      int stream = in.readInt();
      if (in.readableBytes() < length) {
        break;
      }
      ByteBuf payload = in.readSlice(length);
      if (type == FrameWire.HEADERS) {
        CharSequence status = decoder.decodeHeaders(stream, payload).status();
        statuses.add(Integer.parseInt(String.valueOf(status)));
      } else if (type == FrameWire.PING && (payload.getLong(0) & ~0xffff) == MARK) {
        taken = Math.max(taken, 1 + (int) (payload.getLong(0) & 0xffff));
      }
    }
    return new Received(statuses, taken);
  }
}
