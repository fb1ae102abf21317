package org.marquee.notice;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;

/// What an import means for readers, in one sentence: the first line of its report.
///
/// Showtimes that a rule leaves out, that a later line replaces or that the feed takes back are not
/// meant to be published, and count for nothing (docs/decisions/0080). A feed without showtimes is
/// judged by its other records.
///
/// @param level how good that is
/// @param published how many of the listed showtimes, or other records, readers see
/// @param listed how many there are that should be published
/// @param sentence what readers see, why not more of it, and what to do
/// @param acceptable whether `validate` exits with 0
public record ImportVerdict(
    Level level, long published, long listed, String sentence, boolean acceptable) {
  /// So many cinemas are named.
  private static final int NAMED = 5;

  /// How good a verdict is; reports are coloured by it.
  public enum Level {
    /// Readers see the data of the feed.
    GOOD,
    /// They see most of it, or something else should be looked at.
    DOUBTFUL,
    /// The feed is refused, or readers see less than nine tenths of what it lists.
    BAD;

    /// As reports write it: `good`, `doubtful`, `bad`.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The verdict on a run.
  public static ImportVerdict of(Report report) {
    Notice refusal = report.refusal();
    if (refusal != null) {
      String sentence = report.result().word() + ": " + refusal.sentence();
      return new ImportVerdict(Level.BAD, 0, 0, sentence, false);
    }
    Counted counted = Counted.of(report.rowCounts());
    List<String> doubts = doubts(report, counted);
    boolean enough = counted.isEnough();
    boolean faultless = report.count(Severity.ERROR) == 0;
    boolean good = faultless && doubts.isEmpty() && counted.published() == counted.listed();
    Level level = good ? Level.GOOD : enough ? Level.DOUBTFUL : Level.BAD;
    List<String> parts = new ArrayList<>();
    parts.add(first(report, counted));
    parts.addAll(doubts);
    return new ImportVerdict(
        level,
        counted.published(),
        counted.listed(),
        String.join("; ", parts),
        enough && faultless && !isPast(report, counted));
  }

  /// Whether more than a tenth of what is listed is held back.
  public boolean isMuchMissing(Report report) {
    return report.refusal() == null && Counted.of(report.rowCounts()).isMuchHeldBack();
  }

  /// The showtimes, or the other records of a feed that has none.
  private record Counted(RowCounts.Counts counts, boolean showtimes) {
    static Counted of(RowCounts rowCounts) {
      RowCounts.Counts shows = rowCounts.of(Kind.SHOWTIME);
      return shows.read() > 0 ? new Counted(shows, true) : new Counted(rowCounts.total(), false);
    }

    long published() {
      return counts.published();
    }

    long listed() {
      return published() + counts.heldBack() + counts.refused();
    }

    /// Whether enough was published: of showtimes nine tenths, and not none where all are left out;
    /// of other records any, since a register may well know more than can be published.
    boolean isEnough() {
      if (showtimes) {
        return listed() == 0 ? counts.leftOut() == 0 : published() * 10 >= listed() * 9;
      }
      return listed() == 0 || published() > 0;
    }

    boolean isMuchHeldBack() {
      return counts.heldBack() * 10 > listed();
    }

    String noun(long number) {
      return (showtimes ? "showtime" : "record") + (number == 1 ? "" : "s");
    }
  }

  private static String first(Report report, Counted counted) {
    boolean stored = report.result() == Report.Result.APPLIED;
    long listed = counted.listed();
    long leftOut = counted.counts().leftOut();
    if (listed == 0) {
      long taken = counted.counts().withdrawn();
      if (leftOut > 0) {
        return "no %s %s published: a rule leaves out all %d (the reasons are below)"
            .formatted(counted.noun(1), stored ? "is" : "would be", leftOut);
      }
      return taken == 0
          ? "the feed lists nothing"
          : "%d %s %s withdrawn"
              .formatted(
                  taken, counted.noun(taken), stored ? taken == 1 ? "is" : "are" : "would be");
    }
    String published =
        "%d of %d %s %s published"
            .formatted(
                counted.published(),
                listed,
                counted.noun(listed),
                stored ? listed == 1 ? "is" : "are" : "would be");
    List<String> reasons = reasons(report, counted);
    return (counted.showtimes() ? "" : "the feed lists no showtimes; ")
        + published
        + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
  }

  private static List<String> reasons(Report report, Counted counted) {
    List<String> reasons = new ArrayList<>();
    long waiting = counted.counts().heldBack();
    if (counted.showtimes()) {
      for (Outlook.Waiting each : Outlook.Waiting.values()) {
        long number = report.outlook().waiting().getOrDefault(each, 0L);
        if (number > 0) {
          reasons.add(
              number
                  + (number == 1 ? " waits for " : " wait for ")
                  + each.words(report.rowCounts().of(Kind.CINEMA).read()));
          waiting -= number;
        }
      }
    }
    if (waiting > 0) {
      reasons.add(
          waiting
              + (waiting == 1 ? " waits" : " wait")
              + " for something missing (HELD_BACK below names it)");
    }
    long refused = counted.counts().refused();
    if (refused > 0) {
      reasons.add(refused + (refused == 1 ? " is" : " are") + " refused (see the errors)");
    }
    return reasons;
  }

  /// What else readers will see, or miss.
  private static List<String> doubts(Report report, Counted counted) {
    List<String> doubts = new ArrayList<>();
    @Nullable Instant last = report.outlook().last();
    if (last != null && isPast(report, counted)) {
      doubts.add("all are in the past, the last at " + Timestamps.write(last));
    }
    List<String> empty =
        report.programmes().stream()
            .filter(each -> each.before().showtimes() > 0 && each.after().showtimes() == 0)
            .map(CinemaProgramme::name)
            .toList();
    if (!empty.isEmpty()) {
      doubts.add(
          cinemas(empty)
              + (report.result() == Report.Result.APPLIED ? " went empty" : " would go empty"));
    }
    List<String> kept =
        report.programmes().stream()
            .filter(each -> each.kept() != null)
            .map(CinemaProgramme::name)
            .toList();
    if (!kept.isEmpty()) {
      doubts.add(
          cinemas(kept)
              + (kept.size() == 1 ? " keeps" : " keep")
              + " the stored showtimes, because too few are listed");
    }
    return doubts;
  }

  private static boolean isPast(Report report, Counted counted) {
    @Nullable Instant last = report.outlook().last();
    return counted.showtimes() && last != null && last.isBefore(report.startedAt());
  }

  private static String cinemas(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return (names.size() == 1 ? "1 cinema (" : names.size() + " cinemas (")
        + shown
        + (names.size() > NAMED ? ", …)" : ")");
  }
}
