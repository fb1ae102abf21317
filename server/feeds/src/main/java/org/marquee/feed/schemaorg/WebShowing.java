package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.Ends;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;

/// The reading of one showing: an event that is listed.
final class WebShowing {
  private static final int DATE_LENGTH = 10;

  private final Intake intake;
  private final FeedLine entry;
  private final WebFeed.Row row;
  private final Attributes titled;
  private final List<Value> labels = new ArrayList<>();

  WebShowing(Intake intake, Supplier<String> where, WebFeed.Row row, WebFilms films) {
    this.intake = intake;
    this.row = row;
    EventNode node = row.node();
    node.labels().forEach(label -> labels.add(new Value.Text(label)));
    List<ParsedTitle> titles = titles(node, films);
    titles.forEach(title -> title.labels().forEach(label -> labels.add(new Value.Text(label))));
    this.titled =
        titles.stream().map(ParsedTitle::attributes).reduce(Attributes.NONE, Attributes::and);
    Members members = new Members();
    members.add("startDate", row.start());
    members.add("location", row.spot().screen());
    members.add("url", node.booking());
    members.add("keywords", new Value.Items(labels));
    // A date alone is no end; and one end of several showings is that of the last.
    String end = node.event().text("endDate");
    if (end != null && end.length() > DATE_LENGTH && node.event().texts("startDate").size() == 1) {
      members.add("endDate", end);
    }
    this.entry = intake.next("ScreeningEvent", where, members);
    titles.forEach(title -> entry.says(title.facts()));
  }

  /// What a showing is known by, whether it is listed or not: the event's id; with its start where
  /// several share it; else what distinguishes it from others. Null where that is unclear.
  static @Nullable String key(
      WebFeed.Row row, @Nullable String cinema, WebFilms.@Nullable Film film, boolean shared) {
    String id = row.event().absoluteId();
    if (id != null && !shared) {
      return NaturalKey.of(id);
    }
    FeedStart start = Starts.START.ofText(row.start());
    if (start == null) {
      return null;
    }
    if (id != null) {
      return NaturalKey.of(id, start.keyText());
    }
    if (cinema == null || film == null) {
      return null;
    }
    String screen = Limits.SCREEN_NAME.ofText(row.spot().screen());
    return NaturalKey.of(cinema, start.keyText(), screen == null ? "" : screen, film.key());
  }

  /// The names of the showing and of its film.
  private static List<ParsedTitle> titles(EventNode node, WebFilms films) {
    return Stream.concat(Stream.ofNullable(node.shown()), Stream.ofNullable(node.name()))
        .distinct()
        .map(films::clean)
        .toList();
  }

  void refuse(Code code, String detail) {
    entry.refuse(code, "", detail);
  }

  /// @param shared whether the event's id stands for several showings
  void settle(ProgrammeVenue programme, WebFilms.@Nullable Film film, boolean shared) {
    FeedStart start = entry.required("startDate", Starts.START);
    String cinema = programme.cinema(row.spot().venue());
    if (cinema == null) {
      refuse(Code.MEMBER_MISSING, programme.lack());
    }
    if (film == null) {
      refuse(Code.MEMBER_MISSING, "it names no film");
    }
    String key = key(row, cinema, film, shared);
    FeedRecord.@Nullable Showtime showtime = null;
    if (key != null && start != null && cinema != null && film != null) {
      boolean alone = row.event().absoluteId() != null && !shared;
      showtime = showtime(key, cinema, film, start, alone);
    }
    intake.settle(entry, Kind.SHOWTIME, key, cinema, showtime);
  }

  /// @param alone whether the key is an event's own
  private FeedRecord.Showtime showtime(
      String key, String cinema, WebFilms.Film film, FeedStart start, boolean alone) {
    String screen = entry.optional("location", Limits.SCREEN_NAME);
    Attributes attributes = titled.and(entry.attributes("keywords"));
    if (row.node().subtitles().findAny().isPresent()) {
      attributes = attributes.with(Attribute.SUBTITLED);
    }
    return new FeedRecord.Showtime(
        key,
        film.key(),
        cinema,
        start,
        entry.optional("url", Limits.URI),
        attributes,
        screen == null ? null : new FeedRecord.ScreenSeen(null, screen),
        null,
        alone ? null : version(attributes, screen),
        Ends.read(entry, "endDate", start, Starts.START),
        entry.details(Kind.SHOWTIME, WebDetails.showing(row.node())));
  }

  /// Null where the key names the screen. One made of an event's id does not: there the screen
  /// distinguishes versions.
  private @Nullable String version(Attributes attributes, @Nullable String screen) {
    if (screen != null && row.event().absoluteId() == null) {
      return null;
    }
    Stream<Value> distinguishing =
        screen == null ? Stream.empty() : Stream.of(new Value.Text(screen));
    return Versions.of(attributes, Stream.concat(labels.stream(), distinguishing).toList());
  }
}
