package org.marquee.v1;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executor;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.access.MinuteBudget;
import org.marquee.access.Plan;
import org.marquee.access.QuotaState;
import org.marquee.access.RateState;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageDays;
import org.marquee.access.usage.UsageLedger.Sum;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Response;
import org.marquee.json.JsonObject;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.operation.UsageOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests for what one's own key is good for (docs/api.md, "Your usage").
public final class UsageAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(UsageAnswers.class);
  private static final Duration BACK = Duration.ofDays(31);

  private static final int MOST_A_MINUTE = 60;

  /// These requests cost nothing, so the database is not asked for each. Nodes add to it no sooner.
  private static final Duration KEPT = Duration.ofSeconds(4);

  private final UsageDays usage;
  private final Entrance entrance;
  private final Executor reading;
  private final InstantSource clock;
  private final Cache<Holder, Kept> kept =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(KEPT).build();

  /// They take no token, so they have a bound of their own.
  private final MinuteBudget<Holder> budget;

  private record Holder(String organization, String keyId) {}

  private record Kept(List<Sum> days, Instant at) {}

  /// @param usage may block
  /// @param reading runs what may block
  public UsageAnswers(
      UsageDays usage, Gate gate, Gateway gateway, Executor reading, InstantSource clock) {
    this.usage = usage;
    entrance = new Entrance(gate, gateway);
    this.reading = reading;
    this.clock = clock;
    budget = new MinuteBudget<>(MOST_A_MINUTE, System::nanoTime);
  }

  /// Adds the operation to the routes of a port.
  public void addTo(Router.Builder routes) {
    routes.get(
        UsageOperation.OPERATION.route(),
        (request, reply) ->
            entrance.admitFree(
                request,
                reply,
                (caller, keyId) ->
                    Entrance.read(
                        UsageOperation.OPERATION,
                        caller,
                        _ -> reply.sendFrom(reading, request, () -> bounded(caller, keyId)))));
  }

  private Response bounded(Caller caller, String keyId) {
    long wait = budget.spend(new Holder(caller.admitted().organization(), keyId));
    return wait == 0 ? answer(caller, keyId) : caller.rated(Errors.limited(wait, caller.request()));
  }

  private Response answer(Caller caller, String keyId) {
    Admission.Admitted admitted = caller.admitted();
    Plan plan = entrance.gate().plan(admitted).orElse(null);
    if (plan == null) {
      return caller.rated(Errors.unavailable(caller.request()));
    }
    Kept days;
    try {
      days = kept.get(new Holder(admitted.organization(), keyId), this::read);
    } catch (AccessUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", caller.request().id()).log(e.getMessage());
      return caller.rated(Errors.unavailable(caller.request()));
    }
    RateState rate = admitted.rate();
    JsonObject data =
        JsonObject.of("organization", admitted.organization())
            .with("plan", plan.name())
            .with("rate", rate == null ? null : json(rate))
            .with("quota", entrance.gate().quota(admitted).map(UsageAnswers::json).orElse(null))
            .withAll("days", days.days(), UsageAnswers::json);
    JsonObject answer =
        JsonObject.of("data", data).with("freshness", JsonObject.of("observedAt", days.at()));
    // No token was taken, so none can be given back.
    Caller free =
        new Caller(
            caller.request(),
            new Admission.Admitted(admitted.organization(), null),
            caller.reply());
    return caller.rated(
        new Finishing(entrance.gate())
            .finish(
                UsageOperation.OPERATION,
                free,
                MediaType.JSON,
                new OutputBuffer(1024).add(answer.bytes())));
  }

  private Kept read(Holder holder) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Instant from = now.minus(BACK).truncatedTo(ChronoUnit.DAYS);
    return new Kept(usage.days(holder.organization(), holder.keyId(), from, now), now);
  }

  private static JsonObject json(RateState rate) {
    return JsonObject.of("limit", rate.rate().burst())
        .with("windowSeconds", rate.rate().windowSeconds())
        .with("remaining", rate.remaining());
  }

  private static JsonObject json(QuotaState quota) {
    return JsonObject.of("limit", quota.requests())
        .with("used", quota.used())
        .with("renewsAt", quota.renews());
  }

  private static JsonObject json(Sum day) {
    UsageCounts counts = day.counts();
    return JsonObject.of("date", day.part())
        .with("requests", counts.requests())
        .with("notModified", counts.notModified())
        .with("refused", counts.limited())
        .with("errors", counts.errors())
        .with("bytes", counts.bytes());
  }
}
