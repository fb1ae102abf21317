package org.marquee.feed.mapped;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// Films whose titles keep their showings from everybody, where showings name their films by an id.
/// A film that any row shows is none, wherever that row stands.
final class HiddenFilms {
  /// The rules that describe films; none where every showing has its title.
  private final List<Mapping.Rule> films;

  private final Map<String, Code> hidden = new HashMap<>();
  private final Set<String> shown = new HashSet<>();

  HiddenFilms(Mapping mapping) {
    boolean byId =
        mapping.rules(Kind.SHOWTIME).anyMatch(rule -> !rule.fields().containsKey("title"));
    this.films =
        mapping
            .rules(Kind.FILM)
            .filter(rule -> byId && rule.fields().containsKey("title"))
            .toList();
  }

  boolean areAskedFor() {
    return !films.isEmpty();
  }

  /// Notes the films of a document.
  void note(Spot whole, Expression.Reach reach) {
    for (Mapping.Rule rule : films) {
      rule.eachRow(
          whole,
          new ValuePath.Walk(),
          row -> {
            String film = rule.text("externalId", row, reach);
            String title = rule.text("title", row, reach);
            Code code = title == null ? null : Cancellations.inTitle(title);
            if (film != null && code == null) {
              shown.add(film);
            } else if (film != null) {
              hidden.merge(film, code, (one, other) -> one.compareTo(other) < 0 ? one : other);
            }
          });
    }
  }

  /// Why a showing that names its film by an id is hidden; null where it is not. Where its row also
  /// describes the film, the title in the row counts.
  @Nullable Code why(
      Mapping.Rule showtimes, Spot row, @Nullable String film, Expression.Reach reach) {
    for (Mapping.Rule rule : films) {
      String title =
          String.valueOf(rule.each()).equals(String.valueOf(showtimes.each()))
              ? rule.text("title", row, reach)
              : null;
      if (title != null) {
        return Cancellations.inTitle(title);
      }
    }
    return film == null || shown.contains(film) ? null : hidden.get(film);
  }
}
