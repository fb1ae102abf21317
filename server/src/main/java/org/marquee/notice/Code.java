package org.marquee.notice;

import static org.marquee.notice.Severity.ERROR;
import static org.marquee.notice.Severity.INFO;
import static org.marquee.notice.Severity.WARNING;

/// The catalogue of notices: what may be found in a feed, how grave it is, what became of it and
/// what to do. The texts are the documentation, and reports carry them; a code's name never
/// changes, since programs read it.
public enum Code {
  // The feed as a whole.
  FEED_EMPTY(
      ERROR,
      "The feed is empty.",
      "An empty file is a broken source, not an empty programme; nothing was changed."),
  FEED_NOT_TEXT(
      ERROR,
      "The feed is not UTF-8 text.",
      "It was probably cut, compressed in an unknown way, or saved in another encoding; nothing was changed. Have it saved as UTF-8; all formats but the native one are also read in UTF-16 and UTF-32."),
  FEED_HEADER_MISSING(
      ERROR,
      "The first line is not a feed header that can be read.",
      "Without it nobody knows when the feed was taken and what it covers; nothing was changed. Check that --format names the feed's format."),
  FEED_CUT_OFF(
      ERROR,
      "The feed ends in the middle.",
      "What is missing would look withdrawn; nothing was changed. Fetch the feed again."),
  FEED_UNREADABLE(
      ERROR,
      "The feed cannot be read.",
      "Nothing was changed. Check that --format names the feed's format."),
  FORMAT_UNKNOWN(
      ERROR,
      "No reader recognises the feed, or more than one does.",
      "Nothing was changed. Say with --format NAME which one it is (in providers.yaml: format); docs/feeds.md lists the names. Any other CSV or JSON is read with a --mapping of your own."),
  FORMATS_DIFFER(
      ERROR,
      "The files of the feed are of different formats.",
      "Nothing was changed. The detail says which is which: import those of each format by themselves, or say with --format what all of them are."),
  MAPPING_FAULTY(
      ERROR,
      "The mapping cannot be used.",
      "Nothing was read. docs/mappings.md says what a mapping may say."),
  FEED_OLDER(
      ERROR,
      "The feed is older than the last one of this provider for the same cinemas.",
      "Taking it in would bring back what has changed since; nothing was changed."),
  FEED_FROM_THE_FUTURE(
      ERROR,
      "The feed says that it was taken more than 10 minutes ahead of our clock.",
      "Its age could never be told; check the clocks. Nothing was changed."),
  FEED_SHRUNK(
      ERROR,
      "The feed would withdraw more than half of what is still to be shown.",
      "That is what a broken source looks like. If it is meant, import it with --accept-shrink. Nothing was changed."),
  SOURCE_FAILED(
      ERROR,
      "The feed could not be had from its source.",
      "Nothing was changed: what was known stays. It is tried again at the next time of its schedule; the detail says what to mend."),
  FEED_TOO_LARGE(
      ERROR,
      "The feed is larger than its provider may send.",
      "Nothing was changed. If it is meant, raise the provider's largest in providers.yaml."),
  NOTHING_ACCEPTED(
      ERROR,
      "Not one line of the feed could be accepted.",
      "That is what a broken source looks like; nothing was changed."),

  CINEMA_KEPT(
      WARNING,
      "So little of a cinema's programme is listed that its source is probably broken.",
      "What was known stays, what is new went in, and the cinema is marked until it recovers. Look at the source; if it is meant, import the feed with --accept-shrink."),
  CINEMA_RECOVERED(
      INFO,
      "A cinema that had been marked lists its programme again.",
      "What the feed says counts again in full."),
  PART_LOST(
      WARNING,
      "Part of the feed that may have told of showings cannot be read.",
      "What could be read was taken in; nothing was withdrawn for not being listed. Fetch the feed again; if it stays, tell the provider."),
  BLOCK_UNREADABLE(
      WARNING,
      "A block of JSON-LD in a page cannot be read to its end.",
      "What stands before the fault, and the other blocks, were taken in. The provider should correct the block."),
  PAGE_WITHOUT_DATA(
      WARNING,
      "A page of several has no structured data, as an error page has none.",
      "The other pages were taken in; the cinemas of all pages keep what they had, and nothing was withdrawn for not being listed. Fetch the page again; one that never has any is left out of the feed."),
  SERIES_GOES_ON(
      INFO,
      "A recurring event goes on beyond what is listed.",
      "Its showings were listed up to 400 days ahead, and not more than 1000; later imports list the rest."),
  ID_SHARED(
      WARNING,
      "One id stands for showings at different times.",
      "The start time was added to the id to tell them apart; a showing that is moved will look like another one. The provider should give each showing an id of its own."),

  // One line.
  LINE_UNREADABLE(
      ERROR,
      "The line cannot be read.",
      "It was refused; what is stored of its record stays where the line still tells which one it is."),
  TYPE_UNKNOWN(
      ERROR,
      "The line has no type, or one that is not known.",
      "It was refused. The types are those of the feed format; the header stands only once, on the first line."),
  MEMBER_MISSING(
      ERROR,
      "A required member is missing.",
      "The record was refused; what is stored of it stays. The provider should supply the member."),
  MEMBER_INVALID(
      ERROR,
      "A required member breaks its limits.",
      "The record was refused; what is stored of it stays. The provider should correct the member."),
  REFERENCE_UNKNOWN(
      ERROR,
      "The record refers to one that is neither in the feed nor stored from this provider.",
      "The record was refused; what is stored of it stays. Look first for a refused line of what it refers to."),
  STILL_REFERRED_TO(
      ERROR,
      "The record is to be withdrawn, but others still refer to it.",
      "The withdrawal was refused. Withdraw what refers to it first."),
  WITHDRAWAL_IN_FULL_FEED(
      ERROR,
      "A withdrawal stands in a full feed.",
      "A full feed withdraws by not listing; the line was refused. Send a delta, or leave the record out."),

  START_TIMES_CONTRADICT(
      ERROR,
      "Two members of the showtime give different starts.",
      "It was refused, since nobody can tell which one is true; what is stored of it stays."),
  SHOWING_MOVED(
      INFO,
      "A showtime starts at another time than before.",
      "It keeps its id. Where the feed has no ids, the same film in the same cinema within six hours is taken for the same showtime."),
  SHOWING_CALLED_OFF(
      INFO,
      "The showing is cancelled or postponed.",
      "It was left out, and withdrawn if it was stored and is still to come."),
  SHOWING_PRIVATE(
      INFO,
      "The showing is not for the public.",
      "It was left out, and withdrawn if it was stored and is still to come."),
  SHOWING_NOT_ANNOUNCED(
      INFO,
      "The showing is planned, but not announced yet.",
      "It was left out, and withdrawn if it was listed before. It will be listed once the cinema opens it."),
  NOT_A_SHOWING(
      INFO,
      "The event is not clearly a showing of a film in a cinema.",
      "It was left out. A ScreeningEvent, or a work of type Movie, says that it is one."),
  SERIES_OVER(
      INFO,
      "All showings of a recurring event are over.",
      "It was left out; those that were listed before stay as history."),
  OTHER_VENUE(
      INFO,
      "The record is about another venue than the one that was described.",
      "It was left out. Describe that venue in a feed of its own if it is wanted."),

  // One record.
  RECORD_REPEATED(
      WARNING,
      "The same record stands in the feed more than once.",
      "The last line was taken. The provider should give each record an id of its own."),
  OPTIONAL_MEMBER_DROPPED(
      WARNING,
      "An optional member breaks its limits.",
      "The record went in without it. The provider should correct the member."),
  HELD_BACK(
      WARNING,
      "A record lacks something that the interface requires.",
      "The record, and what refers to it, are not published until that arrives. The detail says what is missing, and how to supply it."),
  POSTCODE_MISSING(
      INFO,
      "A cinema has no postcode, and is published with another text in its place.",
      "It is not found by that text. A postcode from a register, another provider or a house feed replaces it."),
  RELEASED(
      INFO,
      "Records that were held back have what they waited for.",
      "They went in after this feed, which brought what was missing. The detail says whose they are."),
  MEMBER_REPEATED(
      WARNING,
      "A name stands twice in one object.",
      "The first of the two was taken; nobody can tell which one is meant."),
  START_TIME_AMBIGUOUS(
      WARNING,
      "The clock change repeats this local start time.",
      "The earlier instant was taken. A start time with its offset says which one is meant."),
  START_TIME_SKIPPED(
      WARNING,
      "The clock change skips this local start time.",
      "It was moved forward by the gap. The provider should check the time."),
  START_OFFSET_UNUSUAL(
      WARNING,
      "A start time has another offset than the cinema's zone then.",
      "The instant that it says was taken. If its digits are the wall clock's, the provider writes a wrong offset; a mapping can say that the digits are meant."),
  START_TIMES_AT_NIGHT(
      WARNING,
      "Many showtimes of a cinema start between 03:00 and 08:00.",
      "They went in as they are. Such times are mostly those of another zone, or local ones written with a Z: check some against the cinema's own site."),
  TIME_ZONE_BY_POSITION(
      INFO,
      "Nobody says the cinema's time zone; it was found by its position.",
      "Near a border it may be the neighbour's: say it in the feed, or with --cinema."),
  LEFT_OUT_BY_MAPPING(
      INFO,
      "A rule of the mapping leaves the record out.",
      "It does not count as listed. A showtime that says so of itself is withdrawn if it was stored and is still to come. The detail is the reason that the mapping gives."),
  COLUMN_MISSING(
      WARNING,
      "A column that the mapping looks for is missing.",
      "The records went in without what stands in it. Check the feed's first row, and the mapping."),
  FILE_SKIPPED(
      WARNING,
      "A file beside the feed does not belong to it.",
      "It was not read, and the rest counts as the whole feed. If it should be read, import it by itself, or give it another name."),
  FILE_WITHOUT_RECORDS(
      INFO,
      "A file of the feed holds nothing that the mapping looks for.",
      "It was passed over. If it should hold something, the source has changed."),
  TABLE_KEY_UNKNOWN(
      WARNING,
      "A table of the mapping lacks a key that the feed uses.",
      "Where the mapping says others: dropped, nothing stands in its place; else the text stands as it is. Add the key to the table. If such texts are meant, say others: kept."),
  LABEL_UNKNOWN(
      INFO,
      "An attribute label maps to none of the twelve attributes.",
      "The showtimes went in without it. If it clearly means one of them, say so in a table of your own (--words FILE; docs/feeds.md, \"Titles and labels\")."),
  TITLE_WORDS_KEPT(
      INFO,
      "Words of a title may be a label, and nothing says that they are.",
      "They stay in the film's title, and set no attribute. If they are a label, say so in a table of your own (--words FILE; docs/feeds.md, \"Titles and labels\")."),
  TITLE_WORDS_REMOVED(
      INFO,
      "Words of a title may be part of it, and something says that they are a label.",
      "They are not in the film's title; what they mean is set on its showtimes. If they are part of the title, name the title below [titles] in a table of your own (--words FILE; docs/feeds.md, \"Titles and labels\")."),
  MEMBER_UNKNOWN(
      INFO,
      "The format has no such member.",
      "It was ignored; it may be a misspelling of one that the format has.");

  private final Severity severity;
  private final String title;
  private final String consequence;

  Code(Severity severity, String title, String consequence) {
    this.severity = severity;
    this.title = title;
    this.consequence = consequence;
  }

  /// How grave it is.
  public Severity severity() {
    return severity;
  }

  /// What was found, in one sentence.
  public String title() {
    return title;
  }

  /// What became of it, and what to do.
  public String consequence() {
    return consequence;
  }
}
