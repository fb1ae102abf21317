package org.marquee.http.body;

import java.io.OutputStream;
import java.util.function.Consumer;

/// The body of an answer that is sent as it is made. Safe for many threads; holds none.
///
/// At most [#ROOM] bytes, and the last piece, wait for the client to read. A client that reads
/// nothing for the server's idle time is cut off.
public interface AnswerStream {
  /// So many bytes may wait before the stream takes no more.
  int ROOM = 64 * 1024;

  /// Whether there is room for more, and the client still there.
  boolean isReady();

  /// Whether nothing more is taken, because the answer has ended, or the client is gone.
  boolean isEnded();

  /// Sends more, if the stream [#isReady].
  ///
  /// @param bytes not to be changed any more
  /// @return whether they were taken
  boolean offer(byte[] bytes);

  /// Runs `task` once, on the event loop, when there is room or the answer has ended. It must not
  /// block.
  void whenReady(Runnable task);

  /// Runs `task` once, on the event loop, when all was sent or nothing more can be. It must not
  /// block.
  void whenEnded(Consumer<Delivery> task);

  /// Ends the answer, once everything that was taken is sent.
  void end();

  /// Breaks the connection, so that the client sees that the answer is incomplete.
  void fail();

  /// Has the answer end when the client closes its side, or the server drains: it would go on for
  /// ever. The system keeps little of it, since there may be thousands of such answers.
  AnswerStream endless();

  /// This answer as a stream that blocks while there is no room. For virtual threads, never for an
  /// event loop. Its `close` ends the answer.
  default OutputStream blocking() {
    return BlockingStream.of(this);
  }
}
