package org.marquee.feed.icalendar;

import java.io.IOException;
import java.util.Locale;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.filter.SingleVenue;

/// Reads the calendar of a cinema (RFC 5545): each event is a showing, its summary the film's
/// title. The feed covers the cinema that the operator describes, else those that the events'
/// locations, or the calendar's name, name.
///
/// All of a feed is held in memory, since an event may be changed by a later one: up to a million
/// lines ([CalendarFile#MOST]) and 64 million characters ([CalendarFile#MOST_CHARACTERS]). A
/// recurring event is listed from the day before the feed was taken to [Recurrence#HORIZON_DAYS]
/// after it.
public final class ICalendarReader implements FeedReader {
  @Override
  public String format() {
    return "icalendar";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    String text = head.text().stripLeading().toUpperCase(Locale.ROOT);
    if (!text.startsWith("BEGIN:VCALENDAR")) {
      return new Recognition(0, "it does not begin with BEGIN:VCALENDAR");
    }
    return text.contains("BEGIN:VEVENT")
        ? new Recognition(99, "a calendar with events")
        : new Recognition(90, "a calendar");
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    SingleVenue.read(source, sink, into -> new CalendarFeed(source, into).read());
  }
}
