package org.marquee.coverage;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// How much of a day of a cinema the sources cover (docs/api.md, "Coverage"): whether a day without
/// showtimes is a day on which nothing is shown, or a day that no source describes.
///
/// @param reason why the day is not covered in full; null where it is
/// @param since when that began, where it is known
/// @param until the end of the time that the source covers; only with [Reason#BEYOND_HORIZON]
/// @param observedAt when the feed was taken that last spoke for the cinema; null: none ever did
public record Coverage(
    State state,
    @Nullable Reason reason,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Instant observedAt) {

  /// How much is known, the least first.
  public enum State {
    /// No source covers the day.
    UNKNOWN,
    /// A source covers a part of the day, or its statement is doubted.
    PARTIAL,
    /// A source covers the whole day.
    COMPLETE;

    /// The state as the interface writes it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Why a day is not covered in full.
  public enum Reason {
    /// The programme of the source does not reach that far yet.
    BEYOND_HORIZON,
    /// The last feed is too old.
    SOURCE_LATE,
    /// The source lists too little to be believed.
    SOURCE_SHRUNK,
    /// The last feed could not be downloaded or read, or showtimes of it could not be published.
    SOURCE_FAILED,
    /// No source covers the cinema, or none did by then.
    NO_SOURCE;

    /// The reason as the interface writes it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Coverage NONE =
      new Coverage(State.UNKNOWN, Reason.NO_SOURCE, null, null, null);

  /// The one that knows more; of two that know as much the one that was observed later.
  private static final Comparator<Coverage> BY_KNOWLEDGE =
      Comparator.comparing(Coverage::state)
          .thenComparing(
              Coverage::observedAt, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()));

  /// The coverage of a day by all sources of a cinema.
  ///
  /// @param sources in a fixed order
  /// @param begin when the day begins
  /// @param end when it ends
  /// @param shown whether any showtime of the day is known, from any source; asked only where that
  ///   matters
  public static Coverage of(
      List<SourceSpan> sources, Instant begin, Instant end, BooleanSupplier shown, Instant now) {
    Coverage best = NONE;
    for (SourceSpan source : sources) {
      Coverage coverage = source.coverage(begin, end, now);
      if (BY_KNOWLEDGE.compare(coverage, best) > 0) {
        best = coverage;
      }
    }
    // A source that lists a showtime covers a part of the day.
    return best.state() == State.UNKNOWN && shown.getAsBoolean()
        ? new Coverage(State.PARTIAL, best.reason(), best.since(), best.until(), best.observedAt())
        : best;
  }
}
