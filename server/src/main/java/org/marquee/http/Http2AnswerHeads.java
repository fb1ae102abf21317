package org.marquee.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;

/// Writes the heads of the answers of one HTTP/2 connection as HEADERS frames (RFC 9113, 6.2).
///
/// All fields are literals without indexing (RFC 7541, 6.2.2). A table of recent fields would save
/// bytes, but filling and searching it costs more time than everything else in a small answer
/// (docs/decisions/0160).
final class Http2AnswerHeads {
  private static final int FRAME_HEADER = 9;

  /// The client's table for our fields has size 0 (RFC 7541, 6.3).
  private static final int NO_TABLE = 0x20;

  /// The next field has the name `:status`, which is number 8 of the static table.
  private static final int STATUS = 0x08;

  private static final int STATUS_DIGITS = 3;
  private static final int LITERAL = 0x00;

  /// What a length up to 126 fits into (RFC 7541, 5.1).
  private static final int SEVEN_BITS = 0x7f;

  private boolean begun;

  /// The frame of a head. It is never larger than a frame may be, since no answer has fields of
  /// more than 16 KiB.
  ///
  /// @param stream the number of the stream
  /// @param lines the head in the form of HTTP/1.1, which is released
  /// @param last whether no body follows
  ByteBuf frame(ByteBufAllocator allocator, int stream, ByteBuf lines, boolean last) {
    byte[] bytes;
    try {
      bytes = ByteBufUtil.getBytes(lines);
    } finally {
      lines.release();
    }
    Http2Flags flags = new Http2Flags().endOfHeaders(true).endOfStream(last);
    ByteBuf frame = allocator.directBuffer(FRAME_HEADER + bytes.length);
    frame.writeMedium(0).writeByte(Http2FrameTypes.HEADERS).writeByte(flags.value());
    frame.writeInt(stream);
    if (!begun) {
      begun = true;
      frame.writeByte(NO_TABLE);
    }
    int status = "HTTP/1.1 ".length();
    frame.writeByte(STATUS).writeByte(STATUS_DIGITS).writeBytes(bytes, status, STATUS_DIGITS);
    int start = lineEnd(bytes, status) + 2;
    for (int end = lineEnd(bytes, start); end > start; end = lineEnd(bytes, start)) {
      writeField(frame, bytes, start, end);
      start = end + 2;
    }
    return frame.setMedium(0, frame.readableBytes() - FRAME_HEADER);
  }

  private static void writeField(ByteBuf frame, byte[] bytes, int start, int end) {
    int colon = start;
    for (; bytes[colon] != ':'; colon++) {
      if (bytes[colon] >= 'A' && bytes[colon] <= 'Z') {
        bytes[colon] = (byte) (bytes[colon] + 'a' - 'A');
      }
    }
    int value = colon + 2;
    frame.writeByte(LITERAL);
    writeLength(frame, colon - start);
    frame.writeBytes(bytes, start, colon - start);
    writeLength(frame, end - value);
    frame.writeBytes(bytes, value, end - value);
  }

  private static void writeLength(ByteBuf frame, int length) {
    if (length < SEVEN_BITS) {
      frame.writeByte(length);
      return;
    }
    frame.writeByte(SEVEN_BITS);
    int rest = length - SEVEN_BITS;
    for (; rest > SEVEN_BITS; rest >>= 7) {
      frame.writeByte((rest & SEVEN_BITS) | 0x80);
    }
    frame.writeByte(rest);
  }

  private static int lineEnd(byte[] bytes, int start) {
    int at = start;
    while (bytes[at] != '\r') {
      at++;
    }
    return at;
  }
}
