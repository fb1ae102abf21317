package org.marquee.feed.ocapi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Cancellations;
import org.marquee.feed.DirectorNames;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Members;
import org.marquee.feed.Value;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;

/// The members of a film.
final class OcapiFilms {
  private static final Value DIRECTOR = new Value.Text("Director");

  private OcapiFilms() {}

  /// A film, with the attributes that its title gives its showings.
  ///
  /// @param title as the chain writes it
  record TitledFilm(FeedRecord.Film film, Attributes attributes, @Nullable String title) {
    /// Why its showings are not for everybody's eyes, as of `Private Hire`; null where they are.
    @Nullable Code hidden() {
      return title == null ? null : Cancellations.inTitle(title);
    }
  }

  static @Nullable TitledFilm read(FeedLine entry, Related related) {
    String id = entry.required("id", Limits.EXTERNAL_KEY);
    FeedLine name = entry.part("title");
    String raw = name.glance("text", Limits.TEXT);
    name.passOver("translations");
    entry.passOver(
        "synopsis shortSynopsis censorRatingNote trailerUrl displayPriority "
            + "genreIds distributorName hopk hoCode externalIds eventId");
    ParsedTitle titled = entry.title("title", raw);
    String rating = entry.glance("censorRatingId", Limits.EXTERNAL_KEY);
    String certification = rating == null ? null : related.rating(rating);
    if (id == null) {
      return null;
    }
    FeedRecord.Film film =
        new FeedRecord.Film(
            id,
            titled == null ? null : titled.title(),
            entry.optional("runtimeInMinutes", Limits.DURATION_MINUTES),
            certification == null ? null : Limits.CERTIFICATION.of(new Value.Text(certification)),
            null,
            entry.optional("releaseDate", Limits.RELEASE_DATE),
            null,
            null,
            directors(entry, related),
            null);
    return new TitledFilm(film, titled == null ? Attributes.NONE : titled.attributes(), raw);
  }

  private static List<String> directors(FeedLine entry, Related related) {
    List<Value> crew = entry.glance("castAndCrew", Limits.LIST);
    List<Value> names = new ArrayList<>();
    for (Value each : crew == null ? List.<Value>of() : crew) {
      if (each instanceof Members member
          && member.ask("roles") instanceof Value.Items(List<Value> roles)
          && roles.contains(DIRECTOR)) {
        String id = Limits.EXTERNAL_KEY.of(member.ask("castAndCrewMemberId"));
        names.add(id == null ? Value.Nothing.NOTHING : related.person(id));
      }
    }
    return DirectorNames.of(names);
  }
}
