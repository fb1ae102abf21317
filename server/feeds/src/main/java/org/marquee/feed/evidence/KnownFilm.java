package org.marquee.feed.evidence;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// What somebody who lists a film says of it, beside its title.
///
/// @param directors as they are written, a name or several in a text
/// @param bracket as [org.marquee.feed.FeedRecord.Film] has it; null while the feed is learnt
public record KnownFilm(
    List<String> directors,
    @Nullable Integer durationMinutes,
    @Nullable String extCatalogAId,
    @Nullable String extCatalogBId,
    @Nullable String bracket) {
  public KnownFilm {
    directors = List.copyOf(directors);
  }

  /// Whether it is surely another film than each of `others`, of which there is one at least.
  boolean differsFrom(Collection<KnownFilm> others) {
    return !others.isEmpty() && others.stream().allMatch(this::differsFrom);
  }

  /// Whether these are surely two films: other ids in a catalogue, other directors, or lengths that
  /// no cut and no advertisement explains.
  boolean differsFrom(KnownFilm other) {
    if (contradict(extCatalogAId, other.extCatalogAId)
        || contradict(extCatalogBId, other.extCatalogBId)) {
      return true;
    }
    if (agree(extCatalogAId, other.extCatalogAId) || agree(extCatalogBId, other.extCatalogBId)) {
      return false;
    }
    Set<String> names = names();
    Set<String> otherNames = other.names();
    if (!names.isEmpty() && !otherNames.isEmpty()) {
      return Collections.disjoint(names, otherNames);
    }
    if (durationMinutes == null || other.durationMinutes == null) {
      return false;
    }
    int longer = Math.max(durationMinutes, other.durationMinutes);
    return Math.abs(durationMinutes - other.durationMinutes) * 10 > longer * 3;
  }

  private static boolean agree(@Nullable String one, @Nullable String other) {
    return one != null && one.equals(other);
  }

  private static boolean contradict(@Nullable String one, @Nullable String other) {
    return one != null && other != null && !Objects.equals(one, other);
  }

  /// The parts of the directors' names. Initials say nothing.
  private Set<String> names() {
    Set<String> names = new HashSet<>();
    for (String text : directors) {
      names.addAll(List.of(Folding.fold(text).split(" ", -1)));
    }
    names.removeIf(name -> name.length() < 3);
    return names;
  }
}
