package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.marquee.mcp.Protocol.Incoming;
import org.marquee.v1.Answers;

/// The protocol on two streams: a message is a line. Several requests are answered at once, in any
/// order; one that is cancelled meanwhile gets no answer.
public final class StdioTransport {
  private static final int AT_ONCE = 8;

  private final Protocol protocol;
  private final InputStream in;
  private final OutputStream out;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final Set<Object> running = new HashSet<>();
  private final Set<Object> cancelled = new HashSet<>();
  private volatile @Nullable IOException broken;

  /// @param version of the program
  public StdioTransport(Answers answers, String version, InputStream in, OutputStream out) {
    protocol = new Protocol(answers, version);
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  /// Answers until the input ends, and everything is answered.
  ///
  /// @throws IOException if a stream breaks
  public void serve() throws IOException {
    try (ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Incoming next = next(); next != null && broken == null; next = next()) {
        switch (next) {
          case Incoming.Request request -> {
            free.acquireUninterruptibly();
            begin(request);
            answering.execute(() -> answer(request));
          }
          case Incoming.Cancelled(Object id) -> cancel(id);
          case Incoming.Other() -> {}
          case Incoming.NoMessage(String json) -> send(json);
        }
      }
    }
    if (broken != null) {
      throw broken;
    }
  }

  private void answer(Incoming.Request request) {
    try {
      finish(request, protocol.answer(request));
    } finally {
      free.release();
    }
  }

  private synchronized void begin(Incoming.Request request) {
    running.add(request.id());
  }

  private synchronized void cancel(Object id) {
    if (running.contains(id)) {
      cancelled.add(id);
    }
  }

  private synchronized void finish(Incoming.Request request, String json) {
    running.remove(request.id());
    if (!cancelled.remove(request.id())) {
      send(json);
    }
  }

  private synchronized void send(String json) {
    try {
      out.write((json + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      broken = e;
    }
  }

  /// The next message; null at the end of the input. Blank lines are none, and of a line that is
  /// too long the rest is thrown away.
  private @Nullable Incoming next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean blank = true;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n' && !blank) {
        return read(line);
      }
      blank &= next == '\n' || next == '\r' || next == ' ' || next == '\t';
      if (!blank && line.size() <= Protocol.LONGEST) {
        line.write(next);
      }
    }
    return blank ? null : read(line);
  }

  private static Incoming read(ByteArrayOutputStream line) {
    return line.size() > Protocol.LONGEST ? Protocol.tooLong() : Protocol.read(line.toByteArray());
  }
}
