package org.marquee.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.marquee.http.ErrorBody;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.listing.Listings;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.listing.Timestamps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The operations port: `/health/live`, `/health/ready`, `/metrics`, `/info`.
public final class Operations implements Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  private static final JsonFactory JSON = new JsonFactory();
  private static final Duration FOR_METRICS = Duration.ofMinutes(1);
  private static final Duration FOR_INFO = Duration.ofSeconds(1);

  private final Listings listings;
  private final Sources sources;
  private final Answering answering;
  private final Measurements measurements;
  private final InstantSource clock;
  private final Executor reading;
  private final About about;
  private @Nullable Counted counted;

  /// What the program says of itself.
  ///
  /// @param version of the program
  /// @param database where the data is, without secrets
  public record About(String version, String database, Instant startedAt) {}

  /// @param reading runs what may block
  public Operations(
      Listings listings,
      Sources sources,
      Answering answering,
      Measurements measurements,
      InstantSource clock,
      Executor reading,
      About about) {
    this.listings = listings;
    this.sources = sources;
    this.answering = answering;
    this.measurements = measurements;
    this.clock = clock;
    this.reading = reading;
    this.about = about;
  }

  @Override
  public void handle(Request request, Reply reply) {
    String path = String.join("/", request.path());
    boolean known = List.of("health/live", "health/ready", "metrics", "info").contains(path);
    if (!known) {
      reply.send(ErrorBody.of(404, "not_found", "there is nothing at this path", request.id()));
      return;
    }
    if (!request.isRead()) {
      reply.send(
          ErrorBody.of(405, "bad_request", "this port is only read", request.id())
              .with("Allow", "GET, HEAD"));
      return;
    }
    if (path.equals("health/live")) {
      reply.send(health("live"));
      return;
    }
    reply.sendFrom(reading, request, () -> answer(path, request));
  }

  private Response answer(String path, Request request) {
    try {
      return switch (path) {
        case "health/ready" -> ready();
        case "metrics" -> metrics();
        default -> info();
      };
    } catch (ListingsUnavailable e) {
      return ErrorBody.of(
          503, "database_unavailable", "the data cannot be reached now", request.id());
    }
  }

  /// Ready is who can answer now: from memory, whatever has become of the database, or from that.
  private Response ready() {
    if (answering.memory().isEmpty()) {
      listings.revision();
    }
    return health("ready");
  }

  private Response metrics() {
    try {
      Revision revision = listings.revision();
      measurements.show(revision, recent(revision, FOR_METRICS), clock.instant());
      measurements.count(sources);
    } catch (ListingsUnavailable e) {
      // An outage is when the other numbers are wanted most.
      LOG.atWarn().log("the metrics of the sources are those of before: {}", e.getMessage());
    }
    return Response.of(
        200, "text/plain; version=0.0.4; charset=utf-8", measurements.text().getBytes(UTF_8));
  }

  /// The sources as they are, or were no longer ago than `most` in the same state of the data:
  /// counting them takes time that many requests need not take.
  private synchronized List<Sources.Source> recent(Revision revision, Duration most) {
    long now = System.nanoTime();
    if (counted == null
        || !counted.revision().equals(revision)
        || now - counted.nanos() > most.toNanos()) {
      counted = new Counted(revision, now, sources.list());
    }
    return counted.sources();
  }

  /// @param nanos by the clock that nobody sets
  private record Counted(Revision revision, long nanos, List<Sources.Source> sources) {}

  private static Response health(String status) {
    return Response.json(200, ("{\"status\":\"" + status + "\"}").getBytes(UTF_8))
        .with("Cache-Control", "no-store");
  }

  private Response info() {
    Revision revision = listings.revision();
    List<Sources.Source> all = recent(revision, FOR_INFO);
    Instant now = clock.instant();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), body)) {
      json.writeStartObject();
      json.writeStringProperty("version", about.version());
      json.writeStringProperty("startedAt", Timestamps.write(about.startedAt()));
      json.writeStringProperty("database", about.database());
      Answering.Memory memory = answering.memory().orElse(null);
      json.writeStringProperty("servedFrom", memory == null ? "sql" : "snapshot");
      if (memory != null) {
        write(json, memory);
      }
      json.writeObjectPropertyStart("revision");
      json.writeStringProperty("epoch", revision.epoch().toString());
      json.writeNumberProperty("number", revision.number());
      json.writeEndObject();
      json.writeArrayPropertyStart("providers");
      for (Sources.Source source : all) {
        SourceJson.write(json, source, now);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return Response.json(200, body.toByteArray()).with("Cache-Control", "no-store");
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
