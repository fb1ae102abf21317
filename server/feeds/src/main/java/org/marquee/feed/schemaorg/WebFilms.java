package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.evidence.FilmSpellings;
import org.marquee.feed.member.NaturalKey;
import org.marquee.title.ParsedTitle;

/// The films of a feed. Two works are one film if they have one `@id`, or neither has one and their
/// clean titles are one, and their years where both have one.
///
/// An `@id` that stands on works of different titles, as where a template gives all of them the
/// same, has no meaning and counts for none.
final class WebFilms {
  private final Map<String, Film> byKey = new LinkedHashMap<>();
  private final Map<String, Set<String>> titlesOfId = new HashMap<>();
  private final Map<String, Set<String>> yearsOfTitle = new HashMap<>();
  private final FilmSpellings spellings = new FilmSpellings();
  private final FeedSource source;

  WebFilms(FeedSource source) {
    this.source = source;
  }

  /// A film, and all things that are about it.
  ///
  /// @param title clean; null where nothing gives it one
  /// @param works few of them, each once
  /// @param lengths the stated lengths of its showings
  record Film(String key, @Nullable String title, List<Thing> works, Set<String> lengths) {
    private static final int FEW = 32;

    @Nullable String text(String... names) {
      return works.stream().flatMap(work -> work.texts(names).stream()).findFirst().orElse(null);
    }

    private void add(@Nullable Thing work) {
      if (work == null) {
        return;
      }
      // In an order that does not depend on where they stand.
      int at = Collections.binarySearch(works, work, Thing.BY_CONTENT);
      if (at < 0) {
        works.add(-at - 1, work);
        if (works.size() > FEW) {
          works.removeLast();
        }
      }
    }
  }

  /// Notes a work, or a showing that names none, before any film is made.
  void note(@Nullable Thing work, @Nullable String name) {
    if (name == null) {
      return;
    }
    String title = key(name);
    spellings.count(title, clean(name).title());
    String id = work == null ? null : work.absoluteId();
    if (id != null) {
      titlesOfId.computeIfAbsent(id, _ -> new HashSet<>()).add(title);
    }
    String year = work == null ? null : Facts.year(work);
    if (year != null) {
      yearsOfTitle.computeIfAbsent(title, _ -> new HashSet<>()).add(year);
    }
  }

  /// The film that `work`, or a showing of that name, is about; null where that is unclear.
  @Nullable Film film(@Nullable Thing work, @Nullable String name) {
    String id = work == null ? null : work.absoluteId();
    String key = id != null && titlesOfId.getOrDefault(id, Set.of()).size() < 2 ? id : null;
    if (key == null && name != null) {
      key = key(name, work);
    }
    if (key == null) {
      return null;
    }
    String title = name == null ? null : spellings.commonest(key(name), clean(name).title());
    Film film =
        byKey.computeIfAbsent(
            NaturalKey.of(key),
            known -> new Film(known, title, new ArrayList<>(2), new HashSet<>(2)));
    film.add(work);
    return film;
  }

  /// The title with its year: the one that it has itself, or the work, or else the only one that
  /// works of that title have.
  private String key(String name, @Nullable Thing work) {
    String title = key(name);
    if (clean(name).year() != null) {
      return title;
    }
    String year = work == null ? null : Facts.year(work);
    Set<String> years = yearsOfTitle.getOrDefault(title, Set.of());
    if (year == null && years.size() == 1) {
      year = years.iterator().next();
    }
    return year == null ? title : title + " " + year;
  }

  private String key(String name) {
    return clean(name).key();
  }

  ParsedTitle clean(String name) {
    return source.title(name);
  }

  Iterable<Film> all() {
    return byKey.values();
  }
}
