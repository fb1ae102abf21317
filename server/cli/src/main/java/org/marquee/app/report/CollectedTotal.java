package org.marquee.app.report;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

/// The sum of the runs of one `collect`, which an operator reads first.
public final class CollectedTotal {
  private final Set<String> providers = new LinkedHashSet<>();
  private int feeds;
  private int refused;
  private int failed;
  private int unpublished;
  private RowCounts.Counts showtimes = RowCounts.Counts.NONE;
  private long unlisted;
  private long keptCinemas;

  /// Adds a run.
  public void add(Report report) {
    providers.add(String.valueOf(report.provider()));
    feeds++;
    switch (report.result()) {
      case REFUSED -> refused++;
      case FAILED -> failed++;
      case APPLIED, DRY_RUN -> {}
    }
    RowCounts.Counts read = report.rowCounts().of(Kind.SHOWTIME);
    unpublished += report.refusal() == null && read.isNothingPublished() ? 1 : 0;
    showtimes = showtimes.plus(read);
    unlisted += report.rowCounts().unlisted(Kind.SHOWTIME);
    for (Notices.Group group : report.notices()) {
      keptCinemas += group.code() == Code.CINEMA_KEPT ? group.count() : 0;
    }
  }

  /// Whether no run was refused, none failed, and none read showtimes and published none.
  public boolean isAllWell() {
    return refused == 0 && failed == 0 && unpublished == 0;
  }

  /// The sum as a line.
  ///
  /// @param took from the first run to the last
  public String line(Duration took) {
    return "collected %s, %s%s: showtimes read %d: %d added, %d changed, %d withdrawn, %d held back, %d refused%s; %.1f s"
        .formatted(
            number(providers.size(), "provider"),
            number(feeds, "feed"),
            isAllWell()
                ? ""
                : " (%d refused, %d failed%s)"
                    .formatted(
                        refused,
                        failed,
                        unpublished == 0
                            ? ""
                            : ", %d with nothing published".formatted(unpublished)),
            showtimes.read(),
            showtimes.added(),
            showtimes.changed(),
            showtimes.withdrawn() + unlisted,
            showtimes.heldBack(),
            showtimes.refused(),
            keptCinemas == 0
                ? ""
                : "; "
                    + number(keptCinemas, "cinema")
                    + " with their stored showtimes kept, because too few are listed",
            took.toMillis() / 1000.0);
  }

  private static String number(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
