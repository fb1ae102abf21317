package org.marquee.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.NullMarked;

/// A client of HTTP/2 that sends any frames it likes (RFC 9113, 4).
@NullMarked
final class FrameWire implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  static final int WHOLE = END_STREAM | END_HEADERS;

  private static final int FRAME_HEADER = 9;
  private static final int PATIENCE_MILLIS = 10_000;
  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final SSLSocket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final DefaultHttp2HeadersDecoder fields = new DefaultHttp2HeadersDecoder(false, 1 << 20);

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(int type, int flags, int stream, byte[] payload) {
    boolean ends() {
      return (type == HEADERS || type == DATA) && (flags & END_STREAM) != 0;
    }

    int code() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }
  }

  /// @param status 0 where the stream was reset before
  /// @param reset the code with which the stream was reset, or -1
  record Answer(int status, Http2Headers headers, String body, int reset) {
    String one(String name) {
      return String.valueOf(headers.get(name));
    }
  }

  private FrameWire(SSLSocket socket) throws IOException {
    this.socket = socket;
    in = new DataInputStream(socket.getInputStream());
  }

  /// Connects, and sends the preface without settings.
  static FrameWire to(HttpServer server, SSLContext trusting) throws IOException {
    FrameWire wire = silent(server, trusting);
    wire.out.writeBytes(PREFACE.getBytes(ISO_8859_1));
    return wire.add(SETTINGS, 0, 0).flush();
  }

  /// Connects, and sends nothing. Where a slow machine draws a handshake out, the server gives it
  /// up, and there is another one.
  static FrameWire silent(HttpServer server, SSLContext trusting) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return connected(server, trusting);
      } catch (SSLHandshakeException | SocketException e) {
        if (attempt == 5) {
          throw e;
        }
      }
    }
  }

  private static FrameWire connected(HttpServer server, SSLContext trusting) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trusting
                .getSocketFactory()
                .createSocket(server.address().getAddress(), server.address().getPort());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.startHandshake();
    return new FrameWire(socket);
  }

  /// Adds a frame to those that [#flush] sends.
  FrameWire add(int type, int flags, int stream, byte... payload) {
    out.writeBytes(frame(type, flags, stream, payload));
    return this;
  }

  /// A frame as it goes on the wire.
  static byte[] frame(int type, int flags, int stream, byte... payload) {
    return ByteBuffer.allocate(FRAME_HEADER + payload.length)
        .putShort((short) (payload.length >> 8))
        .put((byte) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /// Adds any bytes.
  FrameWire add(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  FrameWire flush() throws IOException {
    socket.getOutputStream().write(out.toByteArray());
    out.reset();
    return this;
  }

  /// Adds the head of a request to a path.
  ///
  /// @param more names and values in turn
  FrameWire get(int stream, String path, String... more) {
    return add(HEADERS, WHOLE, stream, concat(request("GET", path), block(more)));
  }

  /// Adds the head of a request with a body.
  FrameWire post(int stream, String path, String... more) {
    return add(HEADERS, END_HEADERS, stream, concat(request("POST", path), block(more)));
  }

  static byte[] request(String method, String path) {
    return block(":method", method, ":scheme", "https", ":authority", "localhost", ":path", path);
  }

  /// Fields without compression, and without a table (RFC 7541, 6.2.2).
  static byte[] block(String... namesAndValues) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      block.write(0);
      text(block, namesAndValues[at]);
      text(block, namesAndValues[at + 1]);
    }
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) {
    int left = text.length();
    if (left < 0x7f) {
      block.write(left);
    } else {
      block.write(0x7f);
      left -= 0x7f;
      while (left >= 0x80) {
        block.write((left & 0x7f) | 0x80);
        left >>= 7;
      }
      block.write(left);
    }
    block.writeBytes(text.getBytes(UTF_8));
  }

  static byte[] concat(byte[] one, byte[] other) {
    return ByteBuffer.allocate(one.length + other.length).put(one).put(other).array();
  }

  static byte[] number(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  /// The next frame; settings are confirmed.
  Frame read() throws IOException {
    int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    Frame frame = new Frame(type, flags, stream, in.readNBytes(length));
    if (frame.payload.length < length) {
      throw new EOFException("the connection ended within a frame");
    }
    return frame;
  }

  /// The next frame of a type; others are skipped.
  Frame read(Predicate<Frame> wanted) throws IOException {
    Frame frame = read();
    while (!wanted.test(frame)) {
      frame = read();
    }
    return frame;
  }

  /// The answer on a stream; frames of other streams are skipped.
  Answer answer(int stream) throws IOException, Http2Exception {
    Http2Headers head = null;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      Frame frame = read();
      if (frame.type == HEADERS) {
        Http2Headers fresh =
            fields.decodeHeaders(frame.stream, Unpooled.wrappedBuffer(frame.payload));
        head = frame.stream == stream ? fresh : head;
      } else if (frame.type == DATA && frame.stream == stream) {
        body.writeBytes(frame.payload);
      }
      boolean reset = frame.type == RST_STREAM && frame.stream == stream;
      if (reset || (frame.stream == stream && frame.ends())) {
        int status = head == null ? 0 : Integer.parseInt(String.valueOf(head.status()));
        return new Answer(
            status,
            head == null ? io.netty.handler.codec.http2.EmptyHttp2Headers.INSTANCE : head,
            body.toString(UTF_8),
            reset ? frame.code() : -1);
      }
    }
  }

  /// Reads to the end of the connection, and returns the code of the last GOAWAY, or -1.
  int end() {
    int code = -1;
    try {
      while (true) {
        Frame frame = read();
        if (frame.type == GOAWAY) {
          code = frame.code();
        }
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the connection does not end", e);
    } catch (IOException _) {
      return code;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException _) {
      // The server has closed already.
    }
  }
}
