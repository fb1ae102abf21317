package org.marquee.feed.veezi;

import java.io.IOException;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;

/// Reads what Veezi's API answers about one site: its sessions, and what they refer to (`session`
/// or `websession`, `film`, `site`, `screen`, `attribute`), a file each, in any order.
/// Experimental: made from the published names of its members; no real answer was seen yet.
public final class VeeziReader implements FeedReader {
  @Override
  public String format() {
    return "veezi";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    if (head.shows("[].FeatureStartTime", "[].FilmId")) {
      return new Recognition(95, "a list of sessions with a FeatureStartTime");
    }
    if (head.shows("Sessions[].FeatureStartTime")) {
      return new Recognition(90, "sessions with a FeatureStartTime");
    }
    if (head.shows("TimeZoneIdentifier", "Screens[]")) {
      return new Recognition(85, "a site with a TimeZoneIdentifier and screens");
    }
    if (head.shows("[].Title", "[].ShortName", "[].OpeningDate")) {
      return new Recognition(85, "a list of films with an OpeningDate");
    }
    if (head.shows("[].ScreenNumber", "[].TotalSeats")) {
      return new Recognition(80, "a list of screens with their seats");
    }
    return head.shows("[].ShortName", "[].FontColor")
        ? new Recognition(80, "a list of attributes with their colours")
        : Recognition.NOT_AT_ALL;
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    new VeeziFeed(source, sink).read();
  }
}
