package org.marquee.ops;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;

/// Sources as `/info`, `status --json` and `provider list --json` show them (docs/operations.md).
public final class SourceJson {
  private SourceJson() {}

  /// Writes one object.
  public static void write(JsonGenerator json, Sources.Source source, Instant now) {
    json.writeStartObject();
    json.writeStringProperty("provider", source.provider());
    json.writeObjectPropertyStart("records");
    for (Kind kind : Kind.values()) {
      json.writeNumberProperty(kind.word(), source.records().getOrDefault(kind, 0L));
    }
    json.writeEndObject();
    json.writeNumberProperty("heldBack", source.heldBack());
    json.writeNumberProperty("missingPostcodes", source.missingPostcodes());
    time(json, "observedAt", source.observedAt());
    if (source.observedAt() != null) {
      json.writeNumberProperty(
          "ageSeconds", Duration.between(source.observedAt(), now).toSeconds());
    }
    time(json, "horizon", source.horizon());
    Sources.Run run = source.lastRun();
    if (run != null) {
      json.writeObjectPropertyStart("lastImport");
      json.writeStringProperty("run", run.id());
      json.writeStringProperty("endedAt", Timestamps.write(run.endedAt()));
      json.writeStringProperty("result", run.result());
      if (run.refusal() != null) {
        json.writeStringProperty("refusal", run.refusal());
      }
      if (source.feeds() > 1) {
        write(json, source.feeds(), source.failing());
      }
      json.writeEndObject();
    }
    if (!source.guarded().isEmpty()) {
      json.writeArrayPropertyStart("guarded");
      for (Sources.Guarded guarded : source.guarded()) {
        json.writeStartObject();
        json.writeStringProperty("cinema", guarded.cinema());
        json.writeStringProperty("name", guarded.name());
        json.writeStringProperty("reason", guarded.reason());
        json.writeStringProperty("since", Timestamps.write(guarded.since()));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeArrayPropertyStart("alarms");
    for (Alarm alarm : Alarm.of(source, now)) {
      json.writeStartObject();
      json.writeStringProperty("code", alarm.code());
      json.writeStringProperty("message", alarm.message());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, int feeds, List<Sources.Failing> failing) {
    json.writeNumberProperty("feeds", feeds);
    json.writeArrayPropertyStart("failing");
    for (Sources.Failing each : failing) {
      json.writeStartObject();
      json.writeStringProperty("feed", each.feed());
      json.writeStringProperty("run", each.run());
      json.writeStringProperty("result", each.result());
      json.writeStringProperty("refusal", each.refusal());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void time(JsonGenerator json, String name, @Nullable Instant time) {
    if (time != null) {
      json.writeStringProperty(name, Timestamps.write(time));
    }
  }
}
