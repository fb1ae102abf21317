package org.marquee.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SequencedMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Cors;
import org.marquee.http.ErrorBody;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.http.Router;
import org.marquee.listing.Listings;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The operations port: `/health/live`, `/health/ready`, `/metrics`, `/info`.
public final class OperationsPort {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Duration FOR_METRICS = Duration.ofMinutes(1);
  private static final Duration FOR_INFO = Duration.ofSeconds(1);

  private final LastCount count;
  private final Answering answering;
  private final Vitals vitals;
  private final Health health;
  private final Measurements measurements;
  private final InstantSource clock;
  private final Executor reading;
  private final About about;

  /// What the program says of itself.
  ///
  /// @param version of the program
  /// @param database where the data is, without secrets
  /// @param limits of the interface, by name
  public record About(
      String version,
      Supplier<String> database,
      Instant startedAt,
      SequencedMap<String, Long> limits) {}

  /// @param reading runs what may block
  public OperationsPort(
      Listings listings,
      Sources sources,
      Answering answering,
      Vitals vitals,
      Health health,
      Measurements measurements,
      InstantSource clock,
      Executor reading,
      About about) {
    count =
        new LastCount(
            listings,
            sources,
            reading,
            vitals::isDatabaseReachable,
            () -> measurements.count(sources));
    measurements.watchCount(count::age);
    this.vitals = vitals;
    this.health = health;
    this.answering = answering;
    this.measurements = measurements;
    this.clock = clock;
    this.reading = reading;
    this.about = about;
  }

  /// What answers on the port.
  public Handler routes() {
    return Router.builder(Cors.OFF)
        .get("/health/live", (_, reply) -> reply.send(health("live")))
        .get("/health/ready", (request, reply) -> reply.send(ready(request)))
        .get("/metrics", (request, reply) -> reply.sendFrom(reading, request, this::metrics))
        .get("/info", (request, reply) -> reply.sendFrom(reading, request, this::info))
        .build();
  }

  private Response ready(Request request) {
    Health.State state = health.state();
    return state.status().isReady()
        ? health(state.status().word())
        : ErrorBody.of(503, state.status().word(), state.why(), request.id());
  }

  private Response metrics() {
    LastCount.Count last = count.get(FOR_METRICS);
    if (last != null) {
      measurements.show(last.revision(), last.sources(), clock.instant());
    }
    return Response.of(
        200, "text/plain; version=0.0.4; charset=utf-8", measurements.text().getBytes(UTF_8));
  }

  private static Response health(String status) {
    return Response.json(200, ("{\"status\":\"" + status + "\"}").getBytes(UTF_8))
        .with("Cache-Control", "no-store");
  }

  private Response info() {
    LastCount.Count last = count.get(FOR_INFO);
    Instant now = clock.instant();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), body)) {
      json.writeStartObject();
      json.writeStringProperty("version", about.version());
      json.writeStringProperty("startedAt", Timestamps.write(about.startedAt()));
      json.writeStringProperty("database", about.database().get());
      Health.State state = health.state();
      json.writeStringProperty("status", state.status().word());
      if (!state.why().isEmpty()) {
        json.writeStringProperty("why", state.why());
      }
      json.writeBooleanProperty("databaseReachable", vitals.isDatabaseReachable());
      json.writeNumberProperty(
          "revisionConfirmedSecondsAgo", vitals.sinceRevisionConfirmed().toSeconds());
      json.writeNumberProperty("keysConfirmedSecondsAgo", vitals.sinceKeysConfirmed().toSeconds());
      Answering.Memory memory = answering.memory().orElse(null);
      json.writeStringProperty("servedFrom", servedFrom(memory));
      if (memory != null) {
        write(json, memory);
      }
      writeLimits(json);
      if (last != null) {
        write(json, last, now);
      }
      json.writeEndObject();
    }
    return Response.json(200, body.toByteArray()).with("Cache-Control", "no-store");
  }

  private void writeLimits(JsonGenerator json) {
    json.writeObjectPropertyStart("limits");
    about.limits().forEach(json::writeNumberProperty);
    json.writeEndObject();
  }

  private static String servedFrom(Answering.@Nullable Memory memory) {
    if (memory == null) {
      return "sql";
    }
    return memory.restored() ? "checkpoint" : "snapshot";
  }

  private static void write(JsonGenerator json, LastCount.Count last, Instant now) {
    json.writeNumberProperty("countedSecondsAgo", last.age().toSeconds());
    json.writeObjectPropertyStart("revision");
    json.writeStringProperty("epoch", last.revision().epoch().toString());
    json.writeNumberProperty("number", last.revision().number());
    json.writeStringProperty("mark", last.revision().mark().toString());
    json.writeEndObject();
    json.writeArrayPropertyStart("providers");
    for (Sources.Source source : last.sources()) {
      SourceJson.write(json, source, now);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Answering.Memory memory) {
    json.writeObjectPropertyStart("snapshot");
    json.writeNumberProperty("revision", memory.revision().number());
    SourceJson.time(json, "from", memory.from());
    json.writeNumberProperty("showtimes", memory.showtimes());
    json.writeNumberProperty("bytes", memory.bytes());
    SourceJson.time(json, "refreshedAt", memory.refreshedAt());
    if (memory.refreshTook() != null) {
      json.writeNumberProperty("refreshMillis", memory.refreshTook().toMillis());
    }
    json.writeEndObject();
  }
}
