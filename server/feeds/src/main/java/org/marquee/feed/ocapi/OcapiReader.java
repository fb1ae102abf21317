package org.marquee.feed.ocapi;

import java.io.IOException;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;

/// Reads the showtimes that Vista's OCAPI, version 1, answers with: a file a business date, each
/// with the films, sites and attributes that its showtimes refer to. The dates of one or more sites
/// given together are one feed; the list of dates (`film-screening-dates`) may be among them.
public final class OcapiReader implements FeedReader {
  @Override
  public String format() {
    return "ocapi";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    if (head.shows("showtimes[].schedule.businessDate", "showtimes[].siteId")) {
      return new Recognition(98, "showtimes with a schedule and a site");
    }
    if (head.shows("businessDate", "showtimes[]", "relatedData")) {
      return new Recognition(90, "a business date with showtimes and related data");
    }
    return head.shows("filmScreeningDates[].filmScreenings")
        ? new Recognition(90, "a list of film screening dates")
        : Recognition.NOT_AT_ALL;
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    new OcapiFeed(source, sink).read();
  }
}
