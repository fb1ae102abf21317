package org.marquee.v1.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Response;
import org.marquee.listing.Revision;
import org.marquee.page.SeenBefore;
import org.marquee.v1.declaration.MediaType;

/// Answers that were asked for more than once while the data is the same. A bounded amount of them:
/// what is asked often stays.
///
/// What is asked only once is never kept. It would be in the way of nothing, since it goes first,
/// but it would live just long enough to make the collector's work: ten kilobytes a request.
public final class KeptAnswers {
  /// What an answer takes besides its body, about: head, target, and the objects that hold them.
  private static final int BYTES_AROUND = 1_000;

  /// One hit of so many is noted, to find out what is asked often. Event loops write to the same
  /// memory for each note, and for nothing else of a hit (docs/decisions/0199).
  private static final int HITS_A_NOTE = 16;

  private final Cache<Key, Kept> answers;

  private final SeenBefore asked = new SeenBefore();

  /// What an answer is kept by.
  ///
  /// @param target of the request
  public record Key(String target, MediaType type) {}

  /// An answer that is kept.
  ///
  /// @param revision the state of the data that it was made from
  /// @param bytes of the body
  /// @param made when it was made
  /// @param expires when it may be another one though the revision is the same
  public record Kept(
      Revision revision, Tag tag, Response response, int bytes, Instant made, Instant expires) {
    /// Also where the clock was set back: what holds until tomorrow may be wrong yesterday.
    private boolean hasExpired(InstantSource clock) {
      if (expires.equals(Instant.MAX)) {
        return false;
      }
      Instant now = clock.instant();
      return now.isBefore(made) || !now.isBefore(expires);
    }
  }

  /// Keeps none yet.
  ///
  /// @param bytes that all answers together may take, about
  public KeptAnswers(long bytes) {
    answers =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            // A quarter more for the compressed form, which is made when it is asked for.
            .weigher((Key key, Kept kept) ->
                BYTES_AROUND + key.target().length() + kept.bytes() + kept.bytes() / 4)
            // Tidying up takes a microsecond: handing it to another thread would cost more.
            .executor(Runnable::run)
            .build();
  }

  /// The answer as it is in a state of the data, now.
  public @Nullable Kept find(Key key, Revision revision, InstantSource clock) {
    Kept kept =
        ThreadLocalRandom.current().nextInt(HITS_A_NOTE) == 0
            ? answers.getIfPresent(key)
            : answers.policy().getIfPresentQuietly(key);
    return kept != null && kept.revision().equals(revision) && !kept.hasExpired(clock)
        ? kept
        : null;
  }

  /// Whether an answer is worth keeping, because it was asked for before.
  public boolean isWanted(Key key, Revision revision) {
    return asked.note(
        (key.target().hashCode() * 31 + key.type().text().hashCode()) * 31
            + Long.hashCode(revision.number()));
  }

  /// Keeps an answer, and drops others where there is no room.
  public void keep(Key key, Kept kept) {
    answers.put(key, kept);
  }
}
