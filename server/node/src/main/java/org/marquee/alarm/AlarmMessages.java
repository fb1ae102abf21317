package org.marquee.alarm;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.marquee.alarm.channel.Message;
import org.marquee.json.JsonObject;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Visible;
import org.marquee.ops.AlarmCode;
import org.marquee.store.run.PostgresAlarms.Event;
import org.marquee.store.run.PostgresAlarms.Phase;
import org.marquee.store.run.PostgresAlarms.Trouble;

/// Writes an event as the message that is sent (docs/alarms.md, "What is sent").
public final class AlarmMessages {
  private AlarmMessages() {}

  /// The message by which an operator tries the ways to send. Nothing of it is stored.
  ///
  /// @param node where that is done
  public static Message test(String node, Instant now) {
    Trouble trouble =
        new Trouble(
            AlarmCode.TEST.word(),
            node,
            node + ": a test by `marquee alarm test`, nothing is wrong");
    return of(new Event(UUID.randomUUID(), Phase.BEGAN, trouble, now, null));
  }

  static Message of(Event event) {
    return new Message(
        "alarm_%s_%s".formatted(event.alarm().toString().replace("-", ""), event.phase().word()),
        event.at(),
        json(event).toString(),
        subject(event),
        text(event));
  }

  private static JsonObject json(Event event) {
    Instant ended = event.endedAt();
    Optional<AlarmCode> code = AlarmCode.find(event.trouble().code());
    return JsonObject.of("type", "alarm." + event.phase().word())
        .with("timestamp", Timestamps.write(event.at()))
        .with(
            "data",
            JsonObject.of("alarm", event.alarm().toString())
                .with("code", event.trouble().code())
                .with("subject", event.trouble().subject())
                .with("message", event.trouble().message())
                .with("callers", code.map(AlarmCode::callers).orElse(null))
                .with("action", code.map(AlarmCode::action).orElse(null))
                .with("beganAt", Timestamps.write(event.beganAt()))
                .with("endedAt", ended == null ? null : Timestamps.write(ended)));
  }

  private static String subject(Event event) {
    return Visible.of(
        "Marquee: %s%s, %s"
            .formatted(
                event.phase() == Phase.BEGAN ? "" : "over: ",
                event.trouble().code(),
                event.trouble().subject()));
  }

  private static String text(Event event) {
    Optional<AlarmCode> code = AlarmCode.find(event.trouble().code());
    StringBuilder text = new StringBuilder();
    text.append(event.phase() == Phase.BEGAN ? "" : "This is over: ");
    text.append(Visible.of(event.trouble().message())).append("\n\n");
    if (event.phase() == Phase.BEGAN) {
      code.ifPresent(known ->
          text.append("Callers: ")
              .append(known.callers())
              .append("\nWhat to do: ")
              .append(known.action())
              .append("\n\n"));
    }
    text.append("Began: ").append(Timestamps.write(event.beganAt()));
    if (event.endedAt() != null) {
      text.append("\nEnded: ").append(Timestamps.write(event.endedAt()));
    }
    return text.append('\n').toString();
  }
}
