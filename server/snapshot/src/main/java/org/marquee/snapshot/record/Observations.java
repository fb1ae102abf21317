package org.marquee.snapshot.record;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Provenance;

/// The observations that records share. Immutable; [Draft] makes the next ones.
///
/// @param scopes their numbers
/// @param latest by number; null where nothing refers to one any more
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Observations(Dictionary<Scope> scopes, Observation[] latest) {
  /// None.
  public static final Observations NONE = new Observations(Dictionary.none(), new Observation[0]);

  /// Whose word confirms records together: a provider's on one cinema, or on its films and chains.
  ///
  /// @param cinemaId null for films and chains
  record Scope(String provider, @Nullable String cinemaId) {}

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    scopes.write(
        sink,
        scope -> {
          sink.text(scope.provider());
          sink.textOrNull(scope.cinemaId());
          Observation observation = latest[scopes.find(scope)];
          sink.flag(observation != null);
          if (observation != null) {
            sink.instant(observation.observedAt());
            sink.instantOrNull(observation.sourceUpdatedAt());
          }
        });
  }

  /// Reads what [#write] wrote.
  public static Observations read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    Draft draft = new Draft(NONE);
    source.each(() -> {
      Scope scope = new Scope(source.text(), source.textOrNull());
      int number = draft.scopes.of(scope);
      if (source.flag()) {
        draft.confirm(scope.provider(), scope.cinemaId(), source.instant(), source.instantOrNull());
      }
      return number;
    });
    return draft.finish();
  }

  /// The observations of the next snapshot: all of them are told again.
  public static final class Draft {
    private final Dictionary.Draft<Scope> scopes;
    private final Map<Times, Observation> byTimes = new HashMap<>();
    private Observation[] latest = {};

    private record Times(Instant observedAt, @Nullable Instant sourceUpdatedAt) {}

    /// Goes on from the numbers of the last ones.
    public Draft(Observations last) {
      scopes = new Dictionary.Draft<>(last.scopes());
    }

    /// Notes when a scope was last confirmed; as of [org.marquee.listing.ChangeSink#confirmed].
    public void confirm(
        String provider,
        @Nullable String cinemaId,
        Instant observedAt,
        @Nullable Instant sourceUpdatedAt) {
      int scope = scopes.of(new Scope(provider, cinemaId));
      if (scope >= latest.length) {
        latest = Arrays.copyOf(latest, Math.max(scope + 16, 2 * latest.length));
      }
      latest[scope] =
          byTimes.computeIfAbsent(
              new Times(observedAt, sourceUpdatedAt),
              _ -> Observation.of(observedAt, sourceUpdatedAt));
    }

    /// What a record notes of its observation; see [ObservationNote].
    ///
    /// @param cinemaId of the programme that it belongs to; null for films and chains
    public int note(Observed observed, Provenance provenance, @Nullable String cinemaId) {
      if (observed == Observed.ALONE) {
        return ObservationNote.ALONE;
      }
      int scope = scopes.of(new Scope(provenance.provider(), cinemaId));
      if (scope >= latest.length || latest[scope] == null) {
        throw new IllegalStateException(
            "nothing confirms " + provenance.provider() + " " + provenance.externalId());
      }
      return ObservationNote.note(observed, scope);
    }

    /// What there is now; to be called last.
    public Observations finish() {
      return new Observations(scopes.finish(), Arrays.copyOf(latest, scopes.count()));
    }
  }
}
