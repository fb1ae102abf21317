package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.v1.Answers;

/// The protocol on two streams: a message is a line. Messages are answered one after the other, so
/// a cancellation finds nothing to cancel.
public final class StdioTransport {
  private final Protocol protocol;

  /// @param version of the program
  public StdioTransport(Answers answers, String version) {
    protocol = new Protocol(answers, version);
  }

  /// Answers until the input ends.
  ///
  /// @throws IOException if a stream breaks
  public void serve(InputStream in, OutputStream out) throws IOException {
    InputStream messages = new BufferedInputStream(in);
    for (Line line = next(messages); line != null; line = next(messages)) {
      Protocol.Reply reply =
          line.bytes() == null ? Protocol.tooLong() : protocol.answer(line.bytes());
      switch (reply) {
        case Protocol.Reply.Nothing() -> {}
        case Protocol.Reply.Answered(String json) -> send(json, out);
        case Protocol.Reply.NoMessage(String json) -> send(json, out);
      }
    }
  }

  /// One write a line: whoever reads never sees a part of one.
  private static void send(String json, OutputStream out) throws IOException {
    out.write((json + "\n").getBytes(UTF_8));
    out.flush();
  }

  /// @param bytes null where it is too long
  @SuppressWarnings("ArrayRecordComponent") // it is never compared
  private record Line(byte @Nullable [] bytes) {}

  /// The next line that is not blank, without its end; null at the end of the input. Of a line that
  /// is too long the rest is thrown away.
  private static @Nullable Line next(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean blank = true;
    int length = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n' && !blank) {
        return line(line, length);
      }
      blank &= next == '\n' || next == '\r' || next == ' ' || next == '\t';
      if (!blank && length <= Protocol.LONGEST) {
        line.write(next);
        length++;
      }
    }
    return blank ? null : line(line, length);
  }

  private static Line line(ByteArrayOutputStream line, int length) {
    return new Line(length > Protocol.LONGEST ? null : line.toByteArray());
  }
}
