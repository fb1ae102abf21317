package org.marquee.listing;

import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The facts that are known of a film, in the order of [FilmFact].
public record KnownFacts(Map<FilmFact, Object> values) {
  /// Nothing is known.
  public static final KnownFacts NONE = new KnownFacts(Map.of());

  public KnownFacts {
    values.forEach((fact, value) -> {
      if (!fact.form().type().isInstance(value)) {
        throw new IllegalArgumentException(fact + ": " + value);
      }
    });
    Map<FilmFact, Object> sorted = new EnumMap<>(FilmFact.class);
    sorted.putAll(values);
    values = Collections.unmodifiableMap(sorted);
  }

  /// The same with another value of a fact.
  ///
  /// @param value null: it is not known
  public KnownFacts with(FilmFact fact, @Nullable Object value) {
    Map<FilmFact, Object> changed = new EnumMap<>(FilmFact.class);
    changed.putAll(values);
    if (value == null) {
      changed.remove(fact);
    } else {
      changed.put(fact, value);
    }
    return new KnownFacts(changed);
  }

  /// The value of a fact; null where it is not known.
  public @Nullable Object get(FilmFact fact) {
    return values.get(fact);
  }

  private @Nullable String text(FilmFact fact) {
    return (String) values.get(fact);
  }

  /// A film with facts.
  public interface Known {
    KnownFacts facts();

    default @Nullable Integer durationMinutes() {
      return (Integer) facts().get(FilmFact.DURATION_MINUTES);
    }

    /// The age rating as its country writes it.
    default @Nullable String certification() {
      return facts().text(FilmFact.CERTIFICATION);
    }

    default @Nullable String posterUrl() {
      return facts().text(FilmFact.POSTER_URL);
    }

    default @Nullable LocalDate releaseDate() {
      return (LocalDate) facts().get(FilmFact.RELEASE_DATE);
    }

    /// The id in the first external catalogue.
    default @Nullable String extCatalogAId() {
      return facts().text(FilmFact.EXT_CATALOG_A_ID);
    }

    /// The id in the second.
    default @Nullable String extCatalogBId() {
      return facts().text(FilmFact.EXT_CATALOG_B_ID);
    }
  }
}
