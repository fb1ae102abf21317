package org.marquee.feed.veezi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.DirectorNames;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Members;
import org.marquee.feed.Value;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle;

/// The members of a film.
final class VeeziFilms {
  private VeeziFilms() {}

  record LabelledFilm(FeedRecord.Film film, Attributes attributes) {}

  /// Reads the members; null where the entry was refused.
  static @Nullable LabelledFilm read(FeedLine entry) {
    String id = entry.required("Id", Limits.EXTERNAL_KEY);
    String raw = entry.awaited("Title", Limits.TEXT);
    ParsedTitle titled = entry.title("Title", raw);
    entry.passOver(
        "ShortName Synopsis Genre SignageText Distributor Status Content "
            + "DisplaySequence NationalCode Format IsRestricted AudioLanguage Attributes "
            + "GovernmentFilmTitle FilmPosterThumbnailUrl BackdropImageUrl FilmTrailerUrl");
    if (id == null) {
      return null;
    }
    // A film whose length nobody entered has none.
    Integer minutes = entry.optional("Duration", Limits.DURATION_MINUTES);
    FeedRecord.Film film =
        new FeedRecord.Film(
            id,
            titled == null ? null : titled.title(),
            minutes == null || minutes == 0 ? null : minutes,
            entry.unlessEmpty("Rating", Limits.CERTIFICATION),
            entry.unlessEmpty("FilmPosterUrl", Limits.URI),
            entry.unlessEmpty("OpeningDate", Limits.RELEASE_DATE),
            null,
            null,
            directors(entry),
            null);
    return new LabelledFilm(film, titled == null ? Attributes.NONE : titled.attributes());
  }

  private static List<String> directors(FeedLine entry) {
    List<Value> people = entry.glance("People", Limits.LIST);
    List<Value> names = new ArrayList<>();
    for (Value each : people == null ? List.<Value>of() : people) {
      if (each instanceof Members person && "Director".equals(Limits.TEXT.of(person.ask("Role")))) {
        names.add(DirectorNames.person(person.ask("FirstName"), person.ask("LastName")));
      }
    }
    return DirectorNames.of(names);
  }

  /// A film of which only the title is known, as a session gives it; null where the entry was
  /// refused.
  static @Nullable LabelledFilm called(FeedLine entry, String id) {
    ParsedTitle titled = entry.title("Title", entry.required("Title", Limits.TEXT));
    return titled == null
        ? null
        : new LabelledFilm(FeedRecord.Film.called(id, titled.title()), titled.attributes());
  }
}
