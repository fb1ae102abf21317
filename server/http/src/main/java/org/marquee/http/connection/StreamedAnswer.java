package org.marquee.http.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.body.Delivery;

/// An answer that a [Lane] sends as it is made.
final class StreamedAnswer implements AnswerStream {
  /// Written at once, so that a client that reads slowly can be distinguished from one that does
  /// not.
  private static final int PIECE = 16 * 1024;

  /// How many bytes of an endless answer the system keeps. By itself it may keep several megabytes.
  /// Linux takes twice as much, half of it for its own records.
  private static final int SYSTEM_BUFFER = 128 * 1024;

  private static final byte[] CHUNK_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
  private static final long UNKNOWN = -1;

  /// How the length of the body is stated (RFC 9112, 6.3).
  enum Framing {
    LENGTH,
    CHUNKS,
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
  private @Nullable Lane lane;
  private @Nullable Answered answered;
  private @Nullable Consumer<Boolean> finished;
  private @Nullable Delivery delivery;
  private long taken;
  private long sent;
  private boolean endsWithInput;

  /// @param length of the body in bytes, or negative where that is not known
  /// @param http10 whether the client knows no chunks
  /// @param headOnly whether nothing of the body is sent
  StreamedAnswer(EventLoop loop, long length, boolean http10, boolean headOnly) {
    this.loop = loop;
    open = !headOnly;
    this.length = Math.max(UNKNOWN, length);
    if (length >= 0) {
      framing = Framing.LENGTH;
    } else {
      framing = http10 ? Framing.END_OF_CONNECTION : Framing.CHUNKS;
    }
  }

  @Override
  public boolean isReady() {
    return open && queued.get() < ROOM;
  }

  @Override
  public boolean isEnded() {
    return !open;
  }

  @Override
  public boolean offer(byte[] bytes) {
    if (!isReady()) {
      return false;
    }
    queued.addAndGet(bytes.length);
    onLoop(() -> send(bytes));
    return true;
  }

  @Override
  public void whenReady(Runnable task) {
    onLoop(() -> {
      waiting.add(task);
      wake();
    });
  }

  @Override
  public void whenEnded(Consumer<Delivery> task) {
    onLoop(() -> {
      if (delivery == null) {
        watching.add(task);
      } else {
        task.accept(delivery);
      }
    });
  }

  @Override
  public void end() {
    open = false;
    onLoop(() -> finish(true));
  }

  @Override
  public void fail() {
    open = false;
    onLoop(() -> finish(false));
  }

  @Override
  public AnswerStream endless() {
    onLoop(() -> {
      endsWithInput = true;
      if (lane != null && finished != null) {
        lane.setSendBuffer(SYSTEM_BUFFER);
      }
    });
    return this;
  }

  boolean isEndless() {
    return endsWithInput;
  }

  /// The line of the head with the length.
  String framingLine() {
    return switch (framing) {
      case LENGTH -> "Content-Length: " + length + "\r\n";
      case CHUNKS -> "Transfer-Encoding: chunked\r\n";
      case END_OF_CONNECTION -> "";
    };
  }

  boolean endsWithConnection() {
    return framing == Framing.END_OF_CONNECTION;
  }

  /// Notes that the answer begins on a lane, and that its head was written.
  ///
  /// @param length of the head, in bytes
  void begin(Lane on, Answered begun, ChannelFuture head, int length) {
    lane = on;
    answered = begun;
    await(on, head, length, () -> {});
  }

  /// Begins to send, on the event loop, once the head is written.
  ///
  /// @param then called when nothing more comes: with false if the client must not take what it got
  ///   for the whole
  void start(Consumer<Boolean> then) {
    finished = then;
  }

  /// Writes what ends the body.
  ///
  /// @param then called with whether the system has taken everything
  void complete(Lane on, Consumer<Boolean> then) {
    on.outbox()
        .await(
            on.write(Unpooled.EMPTY_BUFFER),
            all -> {
              ended(all ? Delivery.SENT : on.outbox().lost());
              then.accept(all);
            });
    on.flush();
  }

  private void write(Lane on, ByteBuf part, Runnable then) {
    int length = part.readableBytes();
    await(on, on.write(part), length, then);
  }

  private void await(Lane on, ChannelFuture write, int bytes, Runnable then) {
    on.outbox()
        .await(
            write,
            done -> {
              if (done) {
                sent += bytes;
                then.run();
              }
            });
    on.flush();
  }

  /// Notes how the sending ended, on the event loop; later calls change nothing.
  void ended(Delivery how) {
    open = false;
    finished = null;
    if (delivery == null) {
      delivery = how;
      watching.forEach(each -> each.accept(how));
      watching.clear();
      wake();
    }
    if (lane != null && answered != null) {
      lane.terms().observer().ended(answered, sent, how);
      answered = null;
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
    Lane on = lane;
    if (on == null || finished == null) {
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
      write(
          on,
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
    return Unpooled.buffer(begin.length + size + CHUNK_END.length)
        .writeBytes(begin)
        .writeBytes(bytes, from, size)
        .writeBytes(CHUNK_END);
  }

  private void finish(boolean whole) {
    Consumer<Boolean> then = finished;
    if (lane == null || then == null) {
      return;
    }
    finished = null;
    boolean complete = whole && (length < 0 || taken == length);
    if (complete && framing == Framing.CHUNKS) {
      write(lane, Unpooled.wrappedBuffer(LAST_CHUNK), () -> {});
    }
    then.accept(complete);
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
