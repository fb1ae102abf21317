package org.marquee.ingest.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;

/// Finds showtimes that were moved: a stored one that is no longer listed and a new one, of the
/// same film in the same cinema within a few hours, are one showtime (docs/decisions/0050).
///
/// For full feeds whose external ids are made of the start times ([FeedHeader.Keys#MADE]).
public final class MoveRule {
  /// The longest move. In the measured histories moves reach almost six hours; the next distance is
  /// a day, which is another evening's showing.
  public static final Duration FARTHEST = Duration.ofHours(6);

  /// On the same screen first, of the same film first, then the shortest move; of equals the
  /// earlier one, so that a programme that moves as a whole stays in its order.
  private static final Comparator<Candidate> BEST =
      Comparator.comparing(Candidate::changesScreen)
          .thenComparing(candidate -> !candidate.sameFilm())
          .thenComparing(Candidate::distance)
          .thenComparing(Candidate::storedStart)
          .thenComparing(Candidate::listedStart)
          .thenComparing(Candidate::stored)
          .thenComparing(Candidate::listed);

  private MoveRule() {}

  /// A stored showtime and a new one in the same cinema, of films with one id or one title.
  ///
  /// @param stored the id of the stored showtime, which the feed does not list
  /// @param listed the id of the listed showtime, which is not stored
  /// @param sameFilm false: only the titles agree, as where a title gained a year
  /// @param gone whether the stored one would be withdrawn
  public record Candidate(
      String stored,
      String listed,
      Instant storedStart,
      Instant listedStart,
      @Nullable String storedScreen,
      @Nullable String listedScreen,
      boolean sameFilm,
      boolean gone) {

    private boolean sameStart() {
      return storedStart.equals(listedStart);
    }

    private Duration distance() {
      return Duration.between(storedStart, listedStart).abs();
    }

    private boolean changesScreen() {
      return !Objects.equals(storedScreen, listedScreen);
    }

    /// Whether the move is a guess: the start changes, or both screens are known and differ. In a
    /// cinema that the guard keeps, the new showtime may as well be another one
    /// (docs/decisions/0050).
    public boolean isGuess() {
      return !sameStart() || screensDiffer();
    }

    private boolean screensDiffer() {
      return storedScreen != null && listedScreen != null && changesScreen();
    }

    /// At the same start only the external id has changed, past showtimes included. At another
    /// start it must be the same film on a screen that agrees, and the stored one must be gone.
    private boolean isPossible() {
      return sameStart()
          || (gone && sameFilm && !screensDiffer() && distance().compareTo(FARTHEST) <= 0);
    }
  }

  /// Whether moves are looked for in a feed.
  public static boolean appliesTo(FeedHeader header) {
    return header.mode() == FeedHeader.Mode.FULL && header.keys() == FeedHeader.Keys.MADE;
  }

  /// The moves among the candidates of one cinema: each showtime takes part in one of them at most.
  public static List<Candidate> choose(Collection<Candidate> candidates) {
    List<Candidate> chosen = new ArrayList<>();
    // An id is that of a stored showtime or of a new one, so one set is enough.
    Set<String> taken = new HashSet<>();
    candidates.stream()
        .filter(Candidate::isPossible)
        .sorted(BEST)
        .forEach(candidate -> {
          if (!taken.contains(candidate.stored()) && !taken.contains(candidate.listed())) {
            taken.add(candidate.stored());
            taken.add(candidate.listed());
            chosen.add(candidate);
          }
        });
    return chosen;
  }
}
