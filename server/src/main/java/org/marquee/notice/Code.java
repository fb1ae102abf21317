package org.marquee.notice;

import static org.marquee.notice.Severity.ERROR;
import static org.marquee.notice.Severity.INFO;
import static org.marquee.notice.Severity.WARNING;

/// The catalogue of notices: what is found in feeds, how grave it is, why it matters.
public enum Code {
  // The feed as a whole.
  FEED_EMPTY(
      ERROR,
      "The feed is empty.",
      "An empty file is a broken source, not an empty programme; nothing was changed."),
  FEED_NOT_TEXT(
      ERROR,
      "The feed is not UTF-8 text.",
      "It was probably cut, compressed in an unknown way, or saved in another encoding; nothing was changed."),
  FEED_HEADER_MISSING(
      ERROR,
      "The first line is not a feed header that can be read.",
      "Without it nobody knows when the feed was taken and what it covers; nothing was changed."),
  FEED_CUT_OFF(
      ERROR,
      "The feed ends in the middle.",
      "What is missing would look withdrawn; nothing was changed."),
  FEED_UNREADABLE(ERROR, "The feed cannot be read.", "Nothing was changed."),
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
  NOTHING_ACCEPTED(
      ERROR,
      "Not one line of the feed could be accepted.",
      "That is what a broken source looks like; nothing was changed."),

  // One line.
  LINE_UNREADABLE(
      ERROR, "The line cannot be read.", "The record was refused; what is stored of it stays."),
  TYPE_UNKNOWN(ERROR, "The line has no type, or one that is not known.", "The line was refused."),
  MEMBER_MISSING(
      ERROR,
      "A required member is missing.",
      "The record was refused; what is stored of it stays."),
  MEMBER_INVALID(
      ERROR,
      "A required member breaks its limits.",
      "The record was refused; what is stored of it stays."),
  REFERENCE_UNKNOWN(
      ERROR,
      "The record refers to one that is neither in the feed nor stored from this provider.",
      "The record was refused; what is stored of it stays."),
  STILL_REFERRED_TO(
      ERROR,
      "The record is to be withdrawn, but others still refer to it.",
      "The withdrawal was refused."),
  WITHDRAWAL_IN_FULL_FEED(
      ERROR,
      "A withdrawal stands in a full feed.",
      "A full feed withdraws by not listing; the line was refused."),

  // One record.
  RECORD_REPEATED(
      WARNING, "The same record stands in the feed more than once.", "The last line was taken."),
  OPTIONAL_MEMBER_DROPPED(
      WARNING, "An optional member breaks its limits.", "The record went in without it."),
  HELD_BACK(
      WARNING,
      "Something that the interface requires is missing.",
      "The record and what refers to it wait until it arrives."),
  START_TIME_AMBIGUOUS(
      WARNING, "The clock change repeats this local start time.", "The earlier instant was taken."),
  START_TIME_SKIPPED(
      WARNING, "The clock change skips this local start time.", "It was moved forward by the gap."),
  LABEL_UNKNOWN(
      INFO,
      "An attribute label maps to none of the twelve attributes.",
      "The showtime went in without it."),
  MEMBER_UNKNOWN(INFO, "The format has no such member.", "It was ignored.");

  private final Severity severity;
  private final String title;
  private final String consequence;

  Code(Severity severity, String title, String consequence) {
    this.severity = severity;
    this.title = title;
    this.consequence = consequence;
  }

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
