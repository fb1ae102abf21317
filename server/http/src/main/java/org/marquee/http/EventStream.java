package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// An answer of server-sent events (the HTML standard, 9.2). It goes on until it is closed, the
/// client goes away or does not read, or the server drains; a client then asks again with
/// `Last-Event-ID`. Holds no thread; safe for many.
public final class EventStream implements AutoCloseable {
  /// How often a comment is sent, so that proxies keep the connection open.
  public static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final byte[] COMMENT = ":\n\n".getBytes(US_ASCII);

  private final AnswerStream stream;

  /// One event; what is empty is left out.
  ///
  /// @param id by which the client goes on after it
  /// @param event its name
  /// @param data of one line or more
  public record Event(String id, String event, String data) {
    /// @throws IllegalArgumentException if id or name hold a line end, or the id a NUL
    public Event {
      if (Stream.of("\r", "\n", "\0").anyMatch(each -> (id + event).contains(each))) {
        throw new IllegalArgumentException("not the id or name of an event");
      }
    }

    /// The event as it is sent, for [EventStream#send].
    public byte[] bytes() {
      StringBuilder text = new StringBuilder(data.length() + 128);
      field(text, "event", event);
      field(text, "data", data);
      field(text, "id", id);
      return text.append('\n').toString().getBytes(UTF_8);
    }
  }

  private EventStream(AnswerStream stream) {
    this.stream = stream;
  }

  /// Begins the answer.
  ///
  /// @param head of the answer; its type is `text/event-stream`
  /// @param heartbeat how often a comment is sent
  public static EventStream open(Response head, Handler.Reply reply, Duration heartbeat) {
    // Proxies would collect events before they pass them on.
    Response unbuffered = head.with("X-Accel-Buffering", "no");
    EventStream events = new EventStream(reply.stream(unbuffered, -1).endless());
    events.stream.every(heartbeat, () -> events.send(COMMENT));
    return events;
  }

  /// Sends events, each written by [Event#bytes], if there is room for them.
  ///
  /// @param events not to be changed any more
  /// @return false if there is no room: wait for [#whenReady], and look at [#isEnded]
  public boolean send(byte[] events) {
    return stream.offer(events);
  }

  /// Tells the client when to come back after the stream has ended.
  public void retry(int millis) {
    send(("retry: " + millis + "\n\n").getBytes(US_ASCII));
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      lines(value).forEach(line -> text.append(name).append(": ").append(line).append('\n'));
    }
  }

  private static Stream<String> lines(String text) {
    return Arrays.stream(text.split("\r\n|\r|\n", -1));
  }

  /// As [AnswerStream#isEnded].
  public boolean isEnded() {
    return stream.isEnded();
  }

  /// As [AnswerStream#whenReady].
  public void whenReady(Runnable task) {
    stream.whenReady(task);
  }

  /// As [AnswerStream#whenEnded].
  public void whenEnded(Consumer<Delivery> task) {
    stream.whenEnded(task);
  }

  @Override
  public void close() {
    stream.end();
  }
}
