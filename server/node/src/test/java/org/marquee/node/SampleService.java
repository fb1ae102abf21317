package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.notice.Report;
import org.marquee.sample.SampleRegion;

/// A service with the sample region as of one day, so that its answers are always the same.
@NullMarked
public final class SampleService {
  private static final LocalDate TODAY = LocalDate.parse("2026-11-20");

  /// When its feed was taken.
  public static final Instant OBSERVED = Instant.parse("2026-11-20T06:00:00Z");

  private SampleService() {}

  public static RunningService start() {
    RunningService service = RunningService.start();
    byte[] feed = SampleRegion.feed(TODAY, SampleRegion.DAYS_AHEAD, OBSERVED);
    // The world is not closed: its database is the service's.
    Report report =
        World.on(service.database()).take(SampleRegion.PROVIDER, Shrinking.REFUSED, feed).report();
    assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
    // Lists come from memory, which has the whole import or none of it.
    Instant end = Instant.now().plusSeconds(60);
    while (service.get("/v1/films?limit=1").body().startsWith("{\"data\":[]")) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
    return service;
  }
}
