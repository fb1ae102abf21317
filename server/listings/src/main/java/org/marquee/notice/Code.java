package org.marquee.notice;

import static org.marquee.notice.Severity.ERROR;
import static org.marquee.notice.Severity.INFO;
import static org.marquee.notice.Severity.WARNING;

/// The catalogue of notices. The texts are the documentation (docs/notices.md) and stand in
/// reports. The name of a code never changes, since programs read it.
public enum Code {
  FEED_EMPTY(
      ERROR,
      "The feed is empty.",
      "An empty file usually means a broken source. Nothing was changed."),
  FEED_NOT_TEXT(
      ERROR,
      "The feed is not UTF-8 text.",
      "The file may be cut off, compressed in an unsupported way or saved in another encoding. Nothing was changed. Save it as UTF-8; all formats except the native one may also be UTF-16 or UTF-32, and a mapping may name another encoding."),
  FEED_HEADER_MISSING(
      ERROR,
      "The first line is not a valid feed header.",
      "The header says when the feed was taken and what it covers. Nothing was changed. Check that the feed has the format that was named for it."),
  FEED_CUT_OFF(
      ERROR,
      "The feed ends in the middle.",
      "Records in the missing part would look withdrawn, so nothing was changed. Fetch the feed again."),
  FEED_UNREADABLE(
      ERROR,
      "The feed cannot be read.",
      "Nothing was changed. The detail says where it differs from its format, or from its mapping."),
  FEED_IS_A_PAGE(
      ERROR,
      "This is a web page, not a feed.",
      "It may be an error page, or ask for a login or for consent. Nothing was changed. The detail gives its first heading; open the address in a browser."),
  FORMAT_UNKNOWN(
      ERROR,
      "The format of the feed is not recognised, or several formats fit.",
      "Nothing was changed. Name the format: --format NAME for a command, format in providers.yaml and on the page that checks feeds; docs/feeds.md lists the names. Any other CSV or JSON needs a mapping, which `marquee map FILE` proposes."),
  FORMATS_DIFFER(
      ERROR,
      "The files of the feed have different formats.",
      "Nothing was changed. The detail lists the files of each format. Import each format by itself, or name one format for all files."),
  MAPPING_FAULTY(
      ERROR, "The mapping is not valid.", "Nothing was read. docs/mappings.md describes mappings."),
  FEED_OLDER(
      ERROR,
      "The feed is older than the last one of this provider for the same cinemas.",
      "An older feed would undo later changes. Nothing was changed."),
  FEED_FROM_THE_FUTURE(
      ERROR,
      "The feed says that it was taken more than 10 minutes ahead of the clock.",
      "Nothing was changed. Check the clocks of the source and of this machine."),
  FEED_SHRUNK(
      ERROR,
      "The feed would withdraw more than half of the upcoming showtimes.",
      "Such a feed usually comes from a broken source. Nothing was changed. If the feed is right, import it with --accept-shrink."),
  SOURCE_FAILED(
      ERROR,
      "The feed could not be fetched.",
      "Nothing was changed; what is stored stays. The next scheduled run tries again. The detail names the cause."),
  FEED_TOO_LARGE(
      ERROR,
      "The feed is larger than its limit.",
      "Nothing was changed. If the size is right, raise the provider's largest in providers.yaml, or give --largest to the command."),
  NOTHING_ACCEPTED(
      ERROR,
      "No line of the feed could be accepted.",
      "Such a feed usually comes from a broken source. Nothing was changed."),
  CINEMA_KEPT(
      WARNING,
      "A cinema lists so few of its showtimes that its source is probably broken.",
      "Its stored showtimes stay, new ones were added, and the cinema is marked until it recovers. Check the source. If the feed is right, import it with --accept-shrink."),
  CINEMA_RECOVERED(
      INFO,
      "A marked cinema lists its showtimes again.",
      "The mark was removed. The feed counts in full again."),
  SOURCES_DISAGREE(
      WARNING,
      "Showtimes of this provider and of another one contradict each other.",
      "Both are published. `showtimes review` lists all of them. Find out which source is right, and have the other one corrected. Two films that are one, or two cinemas that are not: `films review`, `cinemas review`."),
  PART_LOST(
      WARNING,
      "A part of the feed that may list showings cannot be read.",
      "The rest was imported. Nothing was withdrawn for being unlisted. Fetch the feed again; if the fault stays, tell the provider."),
  BLOCK_UNREADABLE(
      WARNING,
      "A block of JSON-LD in a page is damaged.",
      "The part before the fault and the other blocks were imported. The provider should correct the block."),
  END_UNKNOWN(
      WARNING,
      "Nothing says where the feed ends.",
      "It was read as it came. The server closed the connection and gave no length: had it broken between two lines, the rest would look withdrawn. End the feed with the line `{\"type\":\"end\",\"records\":N}`, or send `Content-Length`."),
  PAGE_WITHOUT_DATA(
      WARNING,
      "One of several pages has no structured data. It may be an error page.",
      "The other pages were imported. Nothing was withdrawn for being unlisted, at the cinemas of any page. Fetch the page again. If it never has data, leave it out of the feed."),
  SERIES_GOES_ON(
      INFO,
      "A recurring event continues beyond the listed showings.",
      "Showings are listed up to 400 days ahead, at most 1000 of them. Later imports list the rest."),
  ID_SHARED(
      WARNING,
      "One id is used for showings at different times.",
      "The start time was added to the id. A showing that moves will look like a new one. The provider should give each showing its own id."),
  LINE_UNREADABLE(
      ERROR,
      "The line cannot be read.",
      "It was refused. The stored version of its record stays, if the line still identifies it."),
  TYPE_UNKNOWN(
      ERROR,
      "The line has no type, or an unknown one.",
      "It was refused. The feed format lists the types. A header may stand only on the first line."),
  MEMBER_MISSING(
      ERROR,
      "A required member is missing.",
      "The record was refused; its stored version stays. The provider should supply the member."),
  MEMBER_INVALID(
      ERROR,
      "A required member is outside its limits.",
      "The record was refused; its stored version stays. The provider should correct the member."),
  REFERENCE_UNKNOWN(
      ERROR,
      "The record refers to one that is neither in the feed nor stored from this provider.",
      "The record was refused; its stored version stays. Check whether the line of the other record was refused."),
  STILL_REFERRED_TO(
      ERROR,
      "The record cannot be withdrawn while others refer to it.",
      "The withdrawal was refused. Withdraw the others first."),
  WITHDRAWAL_IN_FULL_FEED(
      ERROR,
      "A full feed contains a withdrawal.",
      "The line was refused. A full feed withdraws a record by not listing it. Send a delta, or leave the record out."),
  SHOWING_MOVED(
      INFO,
      "A showtime starts at another time than before.",
      "It keeps its id. In a feed without ids, the same film in the same cinema within six hours counts as the same showtime."),
  SHOWING_CALLED_OFF(
      INFO,
      "The showing is cancelled or postponed.",
      "It was left out. If it was stored and is still to come, it was withdrawn."),
  SHOWING_PRIVATE(
      INFO,
      "The showing is not open to the public.",
      "It was left out. If it was stored and is still to come, it was withdrawn."),
  NOT_A_SHOWING(
      INFO,
      "The event is not clearly a film showing in a cinema.",
      "It was left out. A ScreeningEvent, or a work of type Movie, makes it clear."),
  SERIES_OVER(
      INFO,
      "All showings of a recurring event are in the past.",
      "It was left out. Showings that were listed before stay as history."),
  OTHER_VENUE(
      INFO,
      "The record is about another venue than the described one.",
      "It was left out. To publish that venue, describe it and import it as a feed of its own."),
  RECORD_REPEATED(
      WARNING,
      "The feed contains the same record more than once.",
      "The last one was imported. The provider should give each record its own id."),
  OPTIONAL_MEMBER_DROPPED(
      WARNING,
      "An optional member is outside its limits.",
      "The record was imported without it. The provider should correct the member."),
  TEXT_CLEANED(
      WARNING,
      "A text holds line breaks, tabs, other control characters, or marks that turn the direction of writing.",
      "A line break or tab became a space, and the others were left out. In an external id each became U+FFFD, and a checksum was added. The provider should leave them out."),
  HELD_BACK(
      WARNING,
      "A record lacks something that the interface requires.",
      "The record, and records that refer to it, are not published until it is supplied. The detail says what is missing and how to supply it."),
  PROGRAMME_REFUSED(
      WARNING,
      "The feed lists showtimes of a cinema, and all of them were refused.",
      "Its days do not say that nothing is on: their coverage is not complete. The notices of the lines say why they were refused."),
  POSTCODE_MISSING(
      INFO,
      "A cinema has no postcode and is published with a placeholder.",
      "Searches do not find it by the placeholder. A postcode from a register, another provider or a house feed replaces it."),
  PLACE_MISSING(
      INFO,
      "A cinema has no locality or no country code and is published with another one.",
      "It is that of the nearest town, where the feed has the cinema's position, or the one that --missing-locality or --missing-country gives. One from a register, another provider or a house feed replaces it."),
  CORRECTED_BY_HAND(
      INFO,
      "The feed says something else than a correction that a person has made.",
      "The correction is published (docs/corrections.md). If the feed is right by now, take it back with `marquee correct undo`; `marquee correct list` shows its number."),
  RELEASED(
      INFO,
      "Records that were held back are complete now.",
      "They were published with this feed, which supplied what was missing. The detail names their provider."),
  MEMBER_REPEATED(
      WARNING,
      "A name occurs twice in one object.",
      "The first value was used; either may be right. The provider should write each name once."),
  START_TIME_AMBIGUOUS(
      WARNING,
      "The clock change repeats this local start time.",
      "The earlier of the two instants was used. A start time with its offset is unambiguous."),
  START_TIME_SKIPPED(
      WARNING,
      "The clock change skips this local start time.",
      "It was moved forward by the gap. The provider should check the time."),
  START_OFFSET_UNUSUAL(
      WARNING,
      "A start time has another offset than its cinema's time zone has then.",
      "The instant was used as written. If the digits are local time, the provider writes a wrong offset; a mapping can ignore the offset (offset: not meant)."),
  START_TIMES_AT_NIGHT(
      WARNING,
      "Many showtimes of a cinema start between 03:00 and 08:00.",
      "They were imported as they are. Such times are usually in another time zone, or local times written with a Z. Compare some with the cinema's own site."),
  CINEMA_MOVED(
      WARNING,
      "A cinema is in another country or time zone than before.",
      "It was published there, and keeps its id. The provider may have given the id to another cinema. `cinemas review` asks; the answer is a correction of the country or the zone."),
  TIME_ZONE_BY_POSITION(
      INFO,
      "The feed gives no time zone for a cinema; it was found by the cinema's position.",
      "Near a border it may be the neighbour's. Give the zone in the feed, or with --cinema."),
  TIME_ZONE_UNLIKELY(
      WARNING,
      "A cinema has a time zone whose clocks are not those of its position or country.",
      "Local times were read in the zone as it is written. If the zone is wrong, all its showtimes are at a wrong time; if the position or the country is, searches are wrong."),
  TIME_ZONE_WRONG(
      ERROR,
      "No cinema of the feed has a time zone that agrees with its position or country.",
      "The feed went in, and all its showtimes may be hours off. Correct the zone in the feed, in the mapping, or with --cinema, and import it again. The count is that of the cinemas."),
  LEFT_OUT_BY_MAPPING(
      INFO,
      "A rule of the mapping leaves the record out.",
      "It does not count as listed. A showtime whose own members say so is withdrawn if it was stored and is still to come. The detail gives the mapping's reason."),
  LEFT_OUT_BY_WORDS(
      INFO,
      "The provider's words say that it is no film.",
      "It was left out, with its showtimes. Those that were stored and are still to come were withdrawn."),
  COLUMN_MISSING(
      WARNING,
      "A column that the mapping uses is missing.",
      "The records were imported without its values. Check the feed's first row and the mapping."),
  CELLS_MISSING(
      WARNING,
      "A row has fewer cells than there are columns.",
      "It was read as if the last cells were empty. If a line break splits rows, the provider should quote the text."),
  FILE_SKIPPED(
      WARNING,
      "A file beside the feed does not belong to it.",
      "It was not read; the other files count as the whole feed. If it should be read, import it by itself or rename it."),
  FILE_WITHOUT_RECORDS(
      INFO,
      "A file of the feed has no records for the mapping.",
      "It was skipped. If it should have some, the source has changed."),
  TABLE_KEY_UNKNOWN(
      WARNING,
      "A table of the mapping lacks a key that the feed uses.",
      "With others: dropped the value is left out; otherwise the text is used as it is. Add the key to the table. If such texts are right, write others: kept."),
  LABEL_UNKNOWN(
      INFO,
      "Nobody knows what a label, or words in brackets after a title, mean.",
      "They were left out. If they mean an attribute, or belong to the title, add them to your --words file (docs/feeds.md, \"Titles and labels\")."),
  TITLE_WORDS_KEPT(
      INFO,
      "Words in a title may be a label, but nothing confirms it.",
      "They stay in the film's title and set no attribute. If they are a label, add them to your --words file (docs/feeds.md, \"Titles and labels\")."),
  TITLE_WORDS_REMOVED(
      INFO,
      "Words in a title were taken for a label.",
      "They were removed from the film's title, and their attribute was set on its showtimes. If they belong to the title, add the title below [titles] in your --words file (docs/feeds.md, \"Titles and labels\")."),
  MEMBER_UNKNOWN(
      INFO, "The format has no such member.", "It was ignored. Its name may be misspelt.");

  private final Severity severity;
  private final String title;
  private final String consequence;

  Code(Severity severity, String title, String consequence) {
    this.severity = severity;
    this.title = title;
    this.consequence = consequence;
  }

  /// How serious it is.
  public Severity severity() {
    return severity;
  }

  /// What was found, in one sentence.
  public String title() {
    return title;
  }

  /// The consequence, and what to do.
  public String consequence() {
    return consequence;
  }
}
