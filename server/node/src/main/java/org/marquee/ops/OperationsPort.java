package org.marquee.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.SequencedMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.handler.Router;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.listing.Revision;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.backup.PostgresBackupLog;

/// The operations port: `/health/live`, `/health/ready`, `/metrics`, `/info`.
public final class OperationsPort {
  private static final Duration FOR_METRICS = Duration.ofMinutes(1);
  private static final Duration FOR_INFO = Duration.ofSeconds(1);

  private final LastCount count;

  private final Health health;
  private final Measurements measurements;
  private final InstantSource clock;
  private final Executor reading;
  private final About about;

  /// Facts about the program.
  ///
  /// @param version of the program
  /// @param database where the data is, without secrets
  /// @param limits of the interface, by name
  public record About(
      String version,
      Supplier<String> database,
      Instant startedAt,
      SequencedMap<String, Long> limits) {}

  /// @param newest the newest state in the database
  /// @param reading runs what may block
  public OperationsPort(
      About about,
      Supplier<Revision> newest,
      Sources sources,
      PostgresBackupLog backups,
      Health health,
      Measurements measurements,
      Executor reading,
      InstantSource clock) {
    count =
        new LastCount(
            newest,
            sources,
            reading,
            () -> health.vitals().databaseReachable(),
            () -> {
              measurements.count(sources);
              measurements.show(backups.last());
            });
    measurements.watch(health, count::age);
    measurements.watchBackups(clock);
    this.health = health;
    this.measurements = measurements;
    this.clock = clock;
    this.reading = reading;
    this.about = about;
  }

  /// Adds what answers on the port.
  public void addTo(Router.Builder routes) {
    routes
        .get("/health/live", (_, reply) -> reply.send(health("live")))
        .get("/health/ready", (request, reply) -> reply.send(ready(request)))
        .get("/metrics", (request, reply) -> reply.sendFrom(reading, request, this::metrics))
        .get("/info", (request, reply) -> reply.sendFrom(reading, request, this::info));
  }

  private Response ready(Request request) {
    Health.Judgement state = health.state();
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
    Health.Judgement state = health.state();
    Answering answering = health.answering();
    Vitals vitals = health.vitals();
    JsonObject limits = new JsonObject();
    about.limits().forEach(limits::with);
    JsonObject json =
        JsonObject.of("version", about.version())
            .with("startedAt", about.startedAt())
            .with("database", about.database().get())
            .with("status", state.status().word())
            .with("why", state.why().isEmpty() ? null : state.why())
            .with("databaseReachable", vitals.databaseReachable())
            .with("revisionConfirmedSecondsAgo", vitals.sinceRevision().toSeconds())
            .with("keysConfirmedSecondsAgo", vitals.sinceKeys().toSeconds())
            .with("servedFrom", servedFrom(answering))
            .with(
                "snapshot",
                answering.memory().map(held -> json(held, answering.refresh())).orElse(null))
            .with("limits", limits);
    if (last != null) {
      Revision revision = last.revision();
      json.with("countedSecondsAgo", last.age().toSeconds())
          .with(
              "revision",
              JsonObject.of("epoch", revision.epoch().toString())
                  .with("number", revision.number())
                  .with("mark", revision.mark().toString()))
          .withAll("providers", last.sources(), source -> SourceJson.of(source, now));
    }
    return Response.json(200, json.bytes()).with("Cache-Control", "no-store");
  }

  private static String servedFrom(Answering answering) {
    if (answering.memory().isEmpty()) {
      return "nothing";
    }
    return answering.restored() ? "checkpoint" : "snapshot";
  }

  private static JsonObject json(
      SnapshotPages.Holdings held, SnapshotRefresher.@Nullable Refresh refresh) {
    LocalDate from = LocalDate.ofEpochDay(held.from());
    return JsonObject.of("revision", held.revision().number())
        .with("from", from.atStartOfDay().toInstant(ZoneOffset.UTC))
        .with("showtimes", held.showtimes())
        .with("lackDetails", held.details().leftOut() == 0 ? null : held.details().leftOut())
        .with("bytes", held.bytes())
        .with("refreshedAt", refresh == null ? null : refresh.at())
        .with("refreshMillis", refresh == null ? null : refresh.took().toMillis());
  }
}
