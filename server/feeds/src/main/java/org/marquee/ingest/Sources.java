package org.marquee.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.SourceTerms;
import org.marquee.notice.Code;
import org.marquee.notice.Secrets;

/// What is stored of each provider, and the history of its runs. Implemented by the store; may
/// block.
public interface Sources {
  /// Every provider that something is stored of, or that something was imported from, by name.
  List<Source> list();

  /// Withdraws everything that only this provider reports, and returns how much that was; empty
  /// where there is no such provider.
  Optional<Map<Kind, Long>> remove(String provider);

  /// The runs that ended at `since` or later.
  List<Ended> endedSince(Instant since);

  /// A run that ended, be it good or bad.
  ///
  /// @param result as of [Run]
  /// @param notices how many there are of each code
  record Ended(
      String id, String provider, Instant endedAt, String result, Map<String, Long> notices) {
    public Ended {
      notices = Map.copyOf(notices);
    }
  }

  /// One provider.
  ///
  /// @param records how many are stored of each kind
  /// @param heldBack how many wait for something that is missing
  /// @param missingPostcodes how many of its cinemas are published with a text in place of a
  ///   postcode that nobody knows
  /// @param guarded cinemas that keep their stored showtimes because too few are listed, by name
  /// @param observedAt when its last feed was taken; null if none ever was imported
  /// @param horizon when its last showtime starts; null where it has none
  /// @param lastRun its last run, be it good or bad; of the runs of one collection a bad one, if
  ///   there is one; null where none is remembered
  /// @param feeds how many feeds its last collection had; 1 where it was an import by hand
  /// @param failing those of them that were refused or could not be fetched, or of whose showtimes
  ///   more than a tenth was refused, by name
  /// @param listed how many showtimes they list
  /// @param lateAfter after how long without a newer feed it is late; null: none is expected
  /// @param terms its attribution and licence
  /// @param emptied whether it has no showtimes although one of its remembered imports had some
  record Source(
      String provider,
      Map<Kind, Long> records,
      long heldBack,
      long missingPostcodes,
      List<Guarded> guarded,
      @Nullable Instant observedAt,
      @Nullable Instant horizon,
      @Nullable Run lastRun,
      int feeds,
      List<Failing> failing,
      long listed,
      @Nullable Duration lateAfter,
      SourceTerms terms,
      boolean emptied) {
    public Source {
      records = Map.copyOf(records);
      guarded = List.copyOf(guarded);
      failing = List.copyOf(failing);
    }

    /// Whether nothing of it was ever taken in: it is known by its rank, or by a feed that failed.
    public boolean isUnheard() {
      return observedAt == null
          && heldBack == 0
          && records.values().stream().allMatch(stored -> stored == 0);
    }
  }

  /// A feed that was refused or could not be fetched, or many of whose showtimes were refused.
  ///
  /// @param feed its first file or address; empty where none was found
  /// @param result `refused` or `failed`; `applied` where only showtimes were refused
  /// @param refusal the code and the detail of why; of showtimes the commonest reason
  record Failing(String feed, String run, String result, String refusal) {
    public Failing {
      feed = Secrets.masked(feed);
      refusal = Secrets.masked(refusal);
    }

    /// The code of the reason; empty where another version had it.
    public Optional<Code> code() {
      String word = refusal.split(":", 2)[0];
      return Arrays.stream(Code.values()).filter(each -> each.name().equals(word)).findFirst();
    }
  }

  /// A cinema that keeps its stored showtimes, since its source seems broken.
  ///
  /// @param cinema its id
  /// @param reason `empty`, `shrunk` or `horizon`
  /// @param since when the first feed was taken that was found so
  record Guarded(String cinema, String name, String reason, Instant since) {}

  /// What is remembered of a run.
  ///
  /// @param result `applied`, `refused`, `failed` (the feed could not be fetched) or `undone`
  /// @param refusal the code and the detail of why; null unless refused or failed
  record Run(String id, Instant endedAt, String result, @Nullable String refusal) {
    public Run {
      refusal = refusal == null ? null : Secrets.masked(refusal);
    }
  }
}
