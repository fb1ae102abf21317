package org.marquee.http.handler;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.message.Response;

/// Answers of server-sent events (the HTML standard, 9.2). One goes on until it is ended, the
/// client goes away or does not read, or the server drains; a client then asks again with
/// `Last-Event-ID`.
public final class EventStream {
  /// How often a comment is sent, so that proxies keep the connection open.
  public static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final byte[] COMMENT = ":\n\n".getBytes(US_ASCII);

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

    /// The event as it is sent.
    public byte[] bytes() {
      StringBuilder text = new StringBuilder(data.length() + 128);
      field(text, "event", event);
      field(text, "data", data);
      field(text, "id", id);
      return text.append('\n').toString().getBytes(UTF_8);
    }
  }

  private EventStream() {}

  /// Begins the answer. Events are offered to it, each written by [Event#bytes].
  ///
  /// @param head of the answer; its type is `text/event-stream`
  /// @param heartbeat how often a comment is sent
  public static AnswerStream open(Response head, Handler.Reply reply, Duration heartbeat) {
    // Proxies would collect events before they pass them on.
    AnswerStream events = reply.stream(head.with("X-Accel-Buffering", "no"), -1).endless();
    long nanos = heartbeat.toNanos();
    var comments =
        reply.loop().scheduleWithFixedDelay(() -> events.offer(COMMENT), nanos, nanos, NANOSECONDS);
    events.whenEnded(_ -> comments.cancel(false));
    return events;
  }

  /// What tells the client when to come back after the stream has ended.
  public static byte[] retry(int millis) {
    return ("retry: " + millis + "\n\n").getBytes(US_ASCII);
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      lines(value).forEach(line -> text.append(name).append(": ").append(line).append('\n'));
    }
  }

  private static Stream<String> lines(String text) {
    return Arrays.stream(text.split("\r\n|\r|\n", -1));
  }
}
