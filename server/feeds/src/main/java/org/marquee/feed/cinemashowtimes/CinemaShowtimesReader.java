package org.marquee.feed.cinemashowtimes;

import java.io.IOException;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;

/// Reads CinemaShowtimes-JSON 1.0: a file is one cinema with its films, auditoria and sessions.
/// Several files are one feed.
public final class CinemaShowtimesReader implements FeedReader {
  @Override
  public String format() {
    return "cinemashowtimes";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    if (!head.shows("spec") || !head.text().contains("cinemashowtimes-json/")) {
      return head.shows("cinema.cinema_id", "films[].film_id")
          ? new Recognition(70, "a cinema and films of the format, without its name")
          : Recognition.NOT_AT_ALL;
    }
    return new Recognition(99, "its \"spec\" names the format");
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    new CinemaShowtimesFeed(source, sink).read();
  }
}
