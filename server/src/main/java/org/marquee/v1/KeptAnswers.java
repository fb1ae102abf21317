package org.marquee.v1;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Response;
import org.marquee.listing.Revision;

/// Answers that were given before and are asked for again while the data is the same. A bounded
/// amount of them: what is asked often stays, however much is asked only once.
final class KeptAnswers {
  /// What an answer takes besides its body, about: head, target, and the objects that hold them.
  private static final int BYTES_AROUND = 1_000;

  private final Cache<String, Kept> answers;

  /// @param revision the state of the data that it was made from
  /// @param bytes of the body
  record Kept(Revision revision, Tag tag, Response response, int bytes) {}

  /// @param bytes that all answers together may take, about
  KeptAnswers(long bytes) {
    answers =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            // A quarter more for the compressed form, which is made when it is asked for.
            .weigher((String target, Kept kept) ->
                BYTES_AROUND + target.length() + kept.bytes() + kept.bytes() / 4)
            // Tidying up takes a microsecond: handing it to another thread would cost more.
            .executor(Runnable::run)
            .build();
  }

  /// The answer to a target, as it is in a state of the data.
  @Nullable Kept find(String target, Revision revision) {
    Kept kept = answers.getIfPresent(target);
    return kept != null && kept.revision().equals(revision) ? kept : null;
  }

  void keep(String target, Kept kept) {
    answers.put(target, kept);
  }
}
