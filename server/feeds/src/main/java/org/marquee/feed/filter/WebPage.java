package org.marquee.feed.filter;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// A web page where a feed should be: an error, a login, a question about cookies.
public final class WebPage {
  private static final Pattern BEGINNING =
      Pattern.compile(
          "(?is)\\s*+(?:(?:<!--.*?-->|<\\?.*?\\?>)\\s*+){0,9}+<(!doctype\\s+html|html|head|body)\\b.*");

  private static final Pattern HEADING =
      Pattern.compile("(?is)<h[1-6]\\b[^>]{0,500}+>(.{0,2000}?)</h");
  private static final Pattern TITLE =
      Pattern.compile("(?is)<title\\b[^>]{0,500}+>(.{0,2000}?)</title");

  /// The most of a heading that a notice shows, in characters.
  private static final int SHOWN = 80;

  private WebPage() {}

  /// The notice of the first file of `source` that is a page, where `reader` reads none; empty
  /// where no file is.
  ///
  /// @throws IOException if a file cannot be read
  public static Optional<Notice> in(FeedSource source, FeedReader reader) throws IOException {
    for (FeedSource.Part part : source.parts()) {
      try {
        FeedHead head = FeedHead.of(part);
        if (BEGINNING.matcher(head.text()).matches() && !reader.passesOver(head)) {
          return Optional.of(Notice.of(Code.FEED_IS_A_PAGE, detail(part.name(), head.text())));
        }
      } catch (UnreadableFeed _) {
        // It cannot be unpacked: no page.
      }
    }
    return Optional.empty();
  }

  private static String detail(String file, String page) {
    String heading = first(HEADING, page).or(() -> first(TITLE, page)).orElse("");
    return heading.isEmpty() ? file : file + ": “" + heading + "”";
  }

  private static Optional<String> first(Pattern pattern, String page) {
    Matcher found = pattern.matcher(page);
    while (found.find()) {
      String plain = found.group(1).replaceAll("<[^>]*+>", " ");
      String text = Parser.unescapeEntities(plain, false).replaceAll("[\\s\\u00a0]+", " ").strip();
      if (!text.isEmpty()) {
        return Optional.of(text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text);
      }
    }
    return Optional.empty();
  }
}
