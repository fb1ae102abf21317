package org.marquee.feed.schemaorg;

import java.io.IOException;
import java.util.regex.Pattern;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.filter.SingleVenue;

/// Reads the programmes that cinemas publish with schema.org: JSON-LD in the pages of their sites,
/// or in files of its own. The pages of a site, given together, are one feed; it covers the cinemas
/// that it names, or the one that the operator describes.
///
/// All of a feed is held in memory, since what one page refers to another may describe: pages of up
/// to 16 MiB, and a million values altogether ([JsonLd#MOST]).
public final class SchemaOrgReader implements FeedReader {
  private static final Pattern OF_OURS =
      Pattern.compile("\"@type\"\\s*+:\\s*+\\[?\\s*+\"[^\"]*(ScreeningEvent|MovieTheater|Movie)\"");

  private static final Pattern HTML = Pattern.compile("(?i)<(!doctype html|html|head|body)\\b");

  @Override
  public String format() {
    return "schema-org";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    String text = head.text();
    boolean ours = OF_OURS.matcher(text).find();
    if (HtmlPage.isPage(text)) {
      return page(head, ours);
    }
    if (ours) {
      return new Recognition(95, "JSON-LD of showings, films or cinemas");
    }
    return text.contains("schema.org") && text.contains("\"@type\"")
        ? new Recognition(70, "JSON-LD with schema.org terms")
        : new Recognition(0, "neither a page nor JSON-LD");
  }

  private static Recognition page(FeedHead head, boolean ours) {
    if (ours) {
      return new Recognition(95, "a page with JSON-LD of showings, films or cinemas");
    }
    if (head.text().contains("ld+json")) {
      return new Recognition(75, "a page with JSON-LD");
    }
    return !head.isWhole() && HTML.matcher(head.text()).find()
        ? new Recognition(55, "a page; JSON-LD may follow later in it")
        : new Recognition(0, "not a page with JSON-LD");
  }

  /// A page without structured data is an error page, perhaps.
  @Override
  public boolean passesOver(FeedHead head) {
    return HtmlPage.isPage(head.text());
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    SingleVenue.read(source, sink, into -> new WebFeed(source, into).read());
  }
}
