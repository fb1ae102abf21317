package org.marquee.site.programme;

import java.time.Instant;
import java.time.ZoneId;
import org.marquee.coverage.Coverage;
import org.marquee.site.frame.Visit;
import org.marquee.site.frame.Words;

/// Says in words how much is known of a day (docs/api.md, "Coverage").
final class CoverageWords {
  private CoverageWords() {}

  /// A sentence about a day.
  ///
  /// @param shown whether anything is shown on the day
  /// @param filter leaves out some of the day
  /// @param zone of the cinema
  static String of(
      Coverage coverage, boolean shown, ShowingFilter filter, ZoneId zone, Visit visit) {
    Words words = visit.words();
    Instant observed = coverage.observedAt();
    String when = observed == null ? "" : words.ago(observed, visit.now());
    if (coverage.state() == Coverage.State.COMPLETE) {
      String all = shown ? "coverage.complete" : "coverage.nothing";
      return words.text(filter.isSet() ? "coverage.filtered" : all, when);
    }
    String start = words.text(shown ? "coverage.partial" : "coverage.unknown");
    return start + " " + why(coverage, when, zone, words);
  }

  private static String why(Coverage coverage, String when, ZoneId zone, Words words) {
    Coverage.Reason reason = coverage.reason();
    if (reason == null) {
      return words.text("coverage.partly", when);
    }
    Instant since = coverage.since();
    Instant until = coverage.until();
    return switch (reason) {
      case NO_SOURCE -> words.text("coverage.no_source");
      case BEYOND_HORIZON ->
          until == null
              ? words.text("coverage.beyond_horizon")
              : words.text("coverage.beyond_horizon.until", words.moment(until, zone));
      case SOURCE_LATE, SOURCE_FAILED, SOURCE_SHRUNK -> {
        String key = "coverage." + reason.word();
        yield since == null
            ? words.text(key, when)
            : words.text(key + ".since", when, words.moment(since, zone));
      }
    };
  }
}
