package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The body of an answer that is sent as it is made. Safe for many threads; holds none.
///
/// At most [#ROOM] bytes, and the last piece, wait for the client to read. A client that reads
/// nothing for the server's idle time is cut off.
public final class AnswerStream {
  /// So many bytes may wait before the stream takes no more.
  static final int ROOM = 64 * 1024;

  /// Written at once, so that a client that reads slowly can be distinguished from one that does
  /// not.
  private static final int PIECE = 16 * 1024;

  private static final byte[] CHUNK_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
  private static final long UNKNOWN = -1;

  /// How the length of the body is stated (RFC 9112, 6.3).
  enum Framing {
    LENGTH,
    CHUNKS,
    /// The frames of HTTP/2 state it themselves.
    FRAMES,
    END_OF_CONNECTION
  }

  private final EventLoop loop;
  private final Framing framing;
  private final long length;
  private final AtomicInteger queued = new AtomicInteger();
  private volatile boolean open;

  // The rest is for the event loop alone.
  private final List<Runnable> waiting = new ArrayList<>(1);
  private final List<Consumer<Delivery>> watching = new ArrayList<>(1);
  private Outbox.@Nullable Streamed sink;
  private @Nullable Consumer<Boolean> finished;
  private @Nullable Delivery delivery;
  private long taken;
  private boolean endsWithInput;

  /// @param length of the body in bytes, or negative where that is not known
  /// @param unknown the framing where the length is not known
  /// @param headOnly whether nothing of the body is sent
  AnswerStream(EventLoop loop, long length, Framing unknown, boolean headOnly) {
    this.loop = loop;
    open = !headOnly;
    this.length = Math.max(UNKNOWN, length);
    framing = length >= 0 ? Framing.LENGTH : unknown;
  }

  /// Whether there is room for more, and the client still there.
  public boolean isReady() {
    return open && queued.get() < ROOM;
  }

  /// Whether nothing more is taken, because the answer has ended, or the client is gone.
  public boolean isEnded() {
    return !open;
  }

  /// Sends more, if the stream [#isReady].
  ///
  /// @param bytes not to be changed any more
  /// @return whether they were taken
  public boolean offer(byte[] bytes) {
    if (!isReady()) {
      return false;
    }
    queued.addAndGet(bytes.length);
    onLoop(() -> send(bytes));
    return true;
  }

  /// Runs `task` once, on the event loop, when there is room or the answer has ended. It must not
  /// block.
  public void whenReady(Runnable task) {
    onLoop(() -> {
      waiting.add(task);
      wake();
    });
  }

  /// Runs `task` once, on the event loop, when all was sent or nothing more can be. It must not
  /// block.
  public void whenEnded(Consumer<Delivery> task) {
    onLoop(() -> {
      if (delivery == null) {
        watching.add(task);
      } else {
        task.accept(delivery);
      }
    });
  }

  /// Ends the answer, once everything that was taken is sent.
  public void end() {
    open = false;
    onLoop(() -> finish(true));
  }

  /// Breaks the connection, so that the client sees that the answer is incomplete.
  public void fail() {
    open = false;
    onLoop(() -> finish(false));
  }

  /// The same as a stream that blocks while there is no room. For virtual threads, never for an
  /// event loop. Its `close` ends the answer.
  public OutputStream blocking() {
    return BlockingStream.of(this);
  }

  /// Has the answer end when the client closes its side, or the server drains: it would go on for
  /// ever. The system keeps little of it, since there may be thousands of such answers.
  AnswerStream endless() {
    onLoop(() -> {
      endsWithInput = true;
      if (sink != null) {
        sink.limitSystemBuffer();
      }
    });
    return this;
  }

  /// Runs `task` on the event loop again and again until the answer has ended.
  void every(Duration period, Runnable task) {
    onLoop(() -> {
      if (delivery == null) {
        long nanos = period.toNanos();
        var running = loop.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
        watching.add(_ -> running.cancel(false));
      }
    });
  }

  boolean isEndless() {
    return endsWithInput;
  }

  /// The line of the head with the length.
  String framingLine() {
    return switch (framing) {
      case LENGTH -> "Content-Length: " + length + "\r\n";
      case CHUNKS -> "Transfer-Encoding: chunked\r\n";
      case FRAMES, END_OF_CONNECTION -> "";
    };
  }

  boolean endsWithConnection() {
    return framing == Framing.END_OF_CONNECTION;
  }

  /// Begins to send, on the event loop, once the head is written.
  ///
  /// @param to where the bytes go
  /// @param then called when nothing more comes: with false if the client must not take what it got
  ///   for the whole
  void begin(Outbox.Streamed to, Consumer<Boolean> then) {
    sink = to;
    finished = then;
  }

  /// Notes how the sending ended, on the event loop; later calls change nothing.
  void ended(Delivery how) {
    open = false;
    sink = null;
    if (delivery == null) {
      delivery = how;
      watching.forEach(each -> each.accept(how));
      watching.clear();
      wake();
    }
  }

  /// In turn with what other threads ask for, also where this is the event loop.
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException _) {
      open = false; // the server has closed, and the connection with it
      if (delivery == null) {
        delivery = Delivery.CUT_OFF;
      }
    }
  }

  private void send(byte[] bytes) {
    Outbox.Streamed to = sink;
    if (to == null) {
      queued.addAndGet(-bytes.length);
      return;
    }
    taken += bytes.length;
    if (length >= 0 && taken > length) {
      finish(false);
      return;
    }
    for (int at = 0; at < bytes.length; at += PIECE) {
      int size = Math.min(PIECE, bytes.length - at);
      to.write(
          framed(bytes, at, size),
          () -> {
            queued.addAndGet(-size);
            wake();
          });
    }
  }

  private ByteBuf framed(byte[] bytes, int from, int size) {
    if (framing != Framing.CHUNKS) {
      return Unpooled.wrappedBuffer(bytes, from, size);
    }
    // One buffer, since the socket takes one faster than three.
    byte[] begin = (Integer.toHexString(size) + "\r\n").getBytes(US_ASCII);
    byte[] chunk = Arrays.copyOf(begin, begin.length + size + CHUNK_END.length);
    System.arraycopy(bytes, from, chunk, begin.length, size);
    System.arraycopy(CHUNK_END, 0, chunk, begin.length + size, CHUNK_END.length);
    return Unpooled.wrappedBuffer(chunk);
  }

  private void finish(boolean whole) {
    Outbox.Streamed to = sink;
    if (to == null || finished == null) {
      return;
    }
    sink = null;
    boolean complete = whole && (length < 0 || taken == length);
    if (complete && framing == Framing.CHUNKS) {
      to.write(Unpooled.wrappedBuffer(LAST_CHUNK), () -> {});
    }
    finished.accept(complete);
  }

  private void wake() {
    if (waiting.isEmpty() || (open && queued.get() >= ROOM)) {
      return;
    }
    List<Runnable> tasks = List.copyOf(waiting);
    waiting.clear();
    tasks.forEach(Runnable::run);
  }
}
