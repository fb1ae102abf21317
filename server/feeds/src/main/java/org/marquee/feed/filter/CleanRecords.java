package org.marquee.feed.filter;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.detail.Form;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.NaturalKey;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Visible;
import org.marquee.title.TitleIn;

/// Cleans the texts of records on their way to the sink, by one rule for all formats: what breaks a
/// line becomes a space, and what else nobody may see ([Visible]) is left out. External ids must
/// stay distinct, so they are changed as [NaturalKey] does (docs/decisions/0194).
public final class CleanRecords extends SinkFilter {
  private static final Pattern BREAK =
      Pattern.compile("(?<! ) *+[\\t-\\r\\x85\\u2028\\u2029][\\s\\x85\\u2028\\u2029]*");

  public CleanRecords(FeedSink sink) {
    super(sink);
  }

  @Override
  public void header(FeedHeader header) throws UnreadableFeed {
    FeedHeader.Covers covers = header.covers();
    Set<String> cinemas = covers == null ? null : covers.cinemas();
    super.header(
        cinemas == null
            ? header
            : header.covering(cinemas.stream().map(NaturalKey::of).collect(toSet())));
  }

  @Override
  public void row(long line, FeedRow row) {
    super.row(
        line,
        switch (row) {
          case FeedRow.Valid(FeedRecord record) -> new Cleaning("line " + line).row(record);
          case FeedRow.RefusedLine(Kind kind, String externalId, String cinema, Notice notice) ->
              new FeedRow.RefusedLine(kind, key(externalId), key(cinema), notice);
          case FeedRow.LeftOut(Kind kind, String externalId, Notice notice) ->
              new FeedRow.LeftOut(kind, key(externalId), notice);
        });
  }

  private static String line(String text) {
    return Visible.without(BREAK.matcher(text).replaceAll(" ")).strip();
  }

  private static @Nullable String key(@Nullable String externalId) {
    return externalId == null ? null : NaturalKey.of(externalId);
  }

  /// The cleaning of one record.
  private final class Cleaning {
    private final String place;
    private @Nullable Notice fault;

    Cleaning(String place) {
      this.place = place;
    }

    FeedRow row(FeedRecord record) {
      FeedRecord clean = record(record);
      if (fault == null) {
        return new FeedRow.Valid(clean);
      }
      String cinema = clean instanceof FeedRecord.Screen screen ? screen.cinema() : null;
      return new FeedRow.RefusedLine(clean.kind(), clean.externalId(), cinema, fault);
    }

    private FeedRecord record(FeedRecord record) {
      return switch (record) {
        case FeedRecord.Chain it ->
            new FeedRecord.Chain(
                id(it.externalId()),
                required(it.name(), Limits.CHAIN_NAME),
                it.websiteUrl(),
                it.sourceUpdatedAt());
        case FeedRecord.Cinema it ->
            new FeedRecord.Cinema(
                id(it.externalId()),
                required(it.name(), Limits.CINEMA_NAME),
                it.chain() == null ? null : id(it.chain()),
                it.timeZone(),
                it.countryCode(),
                text("locality", it.locality(), Limits.LOCALITY),
                text("postcode", it.postcode(), Limits.POSTCODE),
                text("address", it.address(), Limits.ADDRESS),
                it.latitude(),
                it.longitude(),
                it.sourceUpdatedAt(),
                details(it.details()));
        case FeedRecord.Film it ->
            new FeedRecord.Film(
                id(it.externalId()),
                text("title", it.title(), Limits.TITLE),
                facts(it.facts()),
                it.directors(),
                text("originalTitle", it.originalTitle(), Limits.TITLE),
                it.titles().stream().flatMap(this::title).toList(),
                it.bracket() == null ? null : Limits.TITLE.ofText(line(it.bracket())),
                it.sourceUpdatedAt(),
                details(it.details()));
        case FeedRecord.Screen it ->
            new FeedRecord.Screen(
                id(it.externalId()),
                id(it.cinema()),
                required(it.name(), Limits.SCREEN_NAME),
                it.sourceUpdatedAt());
        case FeedRecord.Showtime it ->
            new FeedRecord.Showtime(
                id(it.externalId()),
                id(it.film()),
                id(it.cinema()),
                it.start(),
                it.bookingUrl(),
                it.attributes(),
                it.screen() == null ? null : screen(it.screen()),
                it.sourceUpdatedAt(),
                it.version(),
                it.end(),
                details(it.details()));
        case FeedRecord.Withdrawn it ->
            new FeedRecord.Withdrawn(it.kind(), id(it.externalId()), key(it.cinema()));
      };
    }

    private Stream<TitleIn> title(TitleIn title) {
      String clean = text("titles", title.title(), Limits.TITLE);
      return clean == null ? Stream.empty() : Stream.of(new TitleIn(title.language(), clean));
    }

    private FeedRecord.@Nullable ScreenSeen screen(FeedRecord.ScreenSeen seen) {
      String externalId = seen.externalId() == null ? null : id(seen.externalId());
      String name = text("screen.name", seen.name(), Limits.SCREEN_NAME);
      return externalId == null && name == null
          ? null
          : new FeedRecord.ScreenSeen(externalId, name);
    }

    private String id(String externalId) {
      String clean = NaturalKey.of(externalId);
      report(externalId, clean, "an external id");
      return clean;
    }

    /// A name without which the record is refused.
    private String required(String name, Limit<String> limit) {
      String clean = text("name", name, limit);
      if (clean == null) {
        fault = new Notice(Code.MEMBER_INVALID, place, name, "\"name\" must be " + limit.words());
        return name;
      }
      return clean;
    }

    /// The details, without those of which nothing is left that is within its limits.
    private Details details(Details said) {
      Details clean = said;
      for (Map.Entry<Detail, Object> each : said.values().entrySet()) {
        Detail detail = each.getKey();
        Object value = Form.mapTexts("details." + detail.member(), each.getValue(), this::lines);
        if (!value.equals(each.getValue())) {
          boolean fits = detail.form().read(value) instanceof Form.Outcome.Fit;
          clean = clean.with(detail, fits ? value : null);
        }
      }
      return clean;
    }

    /// The clean text, which may have paragraphs, as a synopsis does.
    private String lines(String member, String text) {
      return Visible.areLines(text)
          ? text
          : clean(
              member, text, text.lines().map(CleanRecords::line).collect(joining("\n")).strip());
    }

    private KnownFacts facts(KnownFacts said) {
      KnownFacts clean = said;
      for (FilmFact fact : FilmFact.values()) {
        if (fact.form() instanceof FilmFact.Form.Words
            && said.get(fact) instanceof String written) {
          clean = clean.with(fact, text(fact.member(), written, Limits.ofText(fact)));
        }
      }
      return clean;
    }

    /// The clean text; null where nothing is left that is within its limit.
    private @Nullable String text(String member, @Nullable String text, Limit<String> limit) {
      if (text == null || Visible.of(text).equals(text)) {
        return text;
      }
      return limit.ofText(clean(member, text));
    }

    private String clean(String member, String text) {
      return clean(member, text, line(text));
    }

    private String clean(String member, String text, String clean) {
      report(text, clean, '"' + member + '"');
      return clean;
    }

    private void report(String read, String clean, String what) {
      if (!clean.equals(read)) {
        notice(new Notice(Code.TEXT_CLEANED, place, read, what + " is published as " + clean));
      }
    }
  }
}
