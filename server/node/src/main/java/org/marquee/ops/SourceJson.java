package org.marquee.ops;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.listing.SourceTerms;

/// Sources as `/info`, `status --json` and `provider list --json` show them (docs/health.md).
public final class SourceJson {
  private SourceJson() {}

  /// One source.
  public static JsonObject of(Sources.Source source, Instant now) {
    JsonObject records = new JsonObject();
    for (Kind kind : Kind.values()) {
      records.with(kind.word(), source.records().getOrDefault(kind, 0L));
    }
    Instant observedAt = source.observedAt();
    Sources.Run run = source.lastRun();
    JsonObject json =
        JsonObject.of("provider", source.provider())
            .with("records", records)
            .with("heldBack", source.heldBack())
            .with("missingPostcodes", source.missingPostcodes())
            .with("observedAt", observedAt)
            .with(
                "ageSeconds",
                observedAt == null ? null : Duration.between(observedAt, now).toSeconds())
            .with("horizon", source.horizon())
            .with("lastImport", run == null ? null : lastImport(run, source))
            .with("attribution", mention(source.terms().attribution()))
            .with("licence", mention(source.terms().licence()));
    if (!source.guarded().isEmpty()) {
      json.withAll(
          "guarded",
          source.guarded(),
          each ->
              JsonObject.of("cinema", each.cinema())
                  .with("name", each.name())
                  .with("reason", each.reason())
                  .with("since", each.since()));
    }
    return json.withAll(
        "alarms",
        Alarm.of(source, now),
        alarm -> JsonObject.of("code", alarm.code().word()).with("message", alarm.message()));
  }

  private static @Nullable JsonObject mention(SourceTerms.@Nullable Mention mention) {
    return mention == null
        ? null
        : JsonObject.of("text", mention.text()).with("url", mention.url());
  }

  private static JsonObject lastImport(Sources.Run run, Sources.Source source) {
    JsonObject json =
        JsonObject.of("run", run.id())
            .with("endedAt", run.endedAt())
            .with("result", run.result())
            .with("refusal", run.refusal());
    return source.feeds() <= 1
        ? json
        : json.with("feeds", source.feeds())
            .withAll(
                "failing",
                source.failing().stream().filter(each -> !each.result().equals("applied")).toList(),
                each ->
                    JsonObject.of("feed", each.feed())
                        .with("run", each.run())
                        .with("result", each.result())
                        .with("refusal", each.refusal()));
  }
}
