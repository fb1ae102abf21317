package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/// Makes what clients of HTTP/2 would never send, the same for the same seed: sound and broken
/// frames in any order.
@NullMarked
public final class FrameFuzz {
  private static final int FRAME_HEADER = 9;
  private static final int MOST_FRAMES = 40;
  private static final int TYPES = 11;

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
  private int frames;

  public FrameFuzz(long seed) {
    random = new Random(seed);
  }

  /// All that one client sends.
  public byte[] next() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] preface = FrameWire.PREFACE.getBytes(US_ASCII);
    if (random.nextInt(50) == 0) {
      preface[random.nextInt(preface.length)]++;
    }
    out.writeBytes(preface);
    out.writeBytes(FrameWire.frame(FrameWire.SETTINGS, 0, 0));
    for (int count = random.nextInt(1, MOST_FRAMES); count > 0; count--) {
      out.writeBytes(frame());
      frames++;
    }
    return out.toByteArray();
  }

  /// How many frames were made.
  public int frames() {
    return frames;
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

  /// The status codes of all answers in what a server sent.
  ///
  /// @throws Http2Exception if a head cannot be read
  public static List<Integer> statuses(byte[] received) throws Http2Exception {
    List<Integer> statuses = new ArrayList<>();
    DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true);
    ByteBuf in = Unpooled.wrappedBuffer(received);
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
      }
    }
    return statuses;
  }
}
