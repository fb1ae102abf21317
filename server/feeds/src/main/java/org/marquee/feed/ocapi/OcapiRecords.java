package org.marquee.feed.ocapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.feed.member.DirectorNames;
import org.marquee.feed.member.Ends;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.listing.Attributes;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;

/// The members of the films and then the showtimes of one file. Null stands for a record that was
/// refused.
final class OcapiRecords {
  private static final Value DIRECTOR = new Value.Text("Director");
  private static final Limit<String> ATTRIBUTE =
      new Limit<>("ids, each a string", Limits.EXTERNAL_KEY.reading());

  private final OcapiSites sites;
  private final Related related;

  /// The titles of films as the chain writes them, and what they say of their showtimes.
  private final Map<String, String> titles = new HashMap<>();

  private final Map<String, ParsedTitle> ofTitles = new HashMap<>();

  OcapiRecords(OcapiSites sites, Related related) {
    this.sites = sites;
    this.related = related;
  }

  FeedRecord.@Nullable Film film(FeedLine entry) {
    String id = entry.required("id", Limits.EXTERNAL_KEY);
    FeedLine name = entry.part("title");
    String raw = name.glance("text", Limits.TEXT);
    name.passOver("translations");
    entry.passOver(
        "shortSynopsis censorRatingNote trailerUrl displayPriority "
            + "distributorName hopk hoCode externalIds eventId");
    Members details = new Members();
    details.add("genres", related.genres(entry.optional("genreIds", Limits.LIST)));
    details.add("synopsis", Related.text(entry.members().ask("synopsis")));
    ParsedTitle titled = entry.title("title", raw);
    String rating = entry.glance("censorRatingId", Limits.EXTERNAL_KEY);
    if (id == null) {
      return null;
    }
    if (titled != null && raw != null) {
      titles.put(id, raw);
      ofTitles.put(id, titled);
    }
    KnownFacts facts =
        KnownFacts.NONE
            .with(
                FilmFact.DURATION_MINUTES,
                entry.optional("runtimeInMinutes", Limits.DURATION_MINUTES))
            .with(FilmFact.CERTIFICATION, related.rating(rating))
            .with(FilmFact.RELEASE_DATE, entry.optional("releaseDate", Limits.RELEASE_DATE));
    return new FeedRecord.Film(
        id,
        titled == null ? null : titled.title(),
        facts,
        directors(entry),
        entry.details(Kind.FILM, details));
  }

  private List<String> directors(FeedLine entry) {
    List<Value> crew = entry.glance("castAndCrew", Limits.LIST);
    List<Value> names = new ArrayList<>();
    for (Value each : crew == null ? List.<Value>of() : crew) {
      if (each instanceof Members member
          && member.ask("roles") instanceof Value.Items(List<Value> roles)
          && roles.contains(DIRECTOR)) {
        names.add(related.person(Limits.EXTERNAL_KEY.of(member.ask("castAndCrewMemberId"))));
      }
    }
    return DirectorNames.of(names);
  }

  /// The title of a film as the chain writes it.
  String title(@Nullable String film) {
    return titles.getOrDefault(film, "");
  }

  /// Why a film and its showtimes are not for everybody's eyes, as of `Private Hire`; null where
  /// they are.
  @Nullable Code hidden(@Nullable String film) {
    return Cancellations.inTitle(title(film));
  }

  /// The external id of the cinema of a showtime; null where it cannot be read.
  @Nullable String cinema(FeedLine showtime) {
    String site = showtime.glance("siteId", Limits.EXTERNAL_KEY);
    return site == null ? null : sites.cinema(site);
  }

  /// A showtime. One that is sold out is still shown, and listed. The format has no address to book
  /// at: that is made by each chain's own site.
  FeedRecord.@Nullable Showtime showtime(FeedLine entry) {
    String id = entry.required("id", Limits.EXTERNAL_KEY);
    String film = entry.required("filmId", Limits.EXTERNAL_KEY);
    String site = entry.required("siteId", Limits.EXTERNAL_KEY);
    FeedLine schedule = entry.part("schedule");
    FeedStart start = schedule.required("startsAt", Limits.START);
    schedule.passOver("businessDate filmStartsAt filmEndsAt inSeatItemDelivery");
    entry.passOver(
        "seatLayoutId areaCategories isAllocatedSeating requires3dGlasses eventId "
            + "restrictions filmAdvanceBookingRuleId");
    if (id == null || film == null || site == null || start == null) {
      return null;
    }
    Attributes attributes = entry.attributes("attributeIds", ATTRIBUTE, related::wordings);
    ParsedTitle titled = ofTitles.get(film);
    if (titled != null) {
      entry.says(titled.facts());
      attributes = attributes.and(titled.attributes());
    }
    Members details = new Members();
    details.addSoldOut(entry.optional("isSoldOut", Limits.FLAG));
    String screen = entry.optional("screenId", Limits.EXTERNAL_KEY);
    return new FeedRecord.Showtime(
        id,
        film,
        sites.cinema(site),
        start,
        null,
        attributes,
        screen == null ? null : new FeedRecord.ScreenSeen(screen, related.screen(screen)),
        null,
        null,
        Ends.read(schedule, "endsAt", start, Limits.START),
        entry.details(Kind.SHOWTIME, details));
  }
}
