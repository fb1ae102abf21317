package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The blocks of JSON-LD in an HTML page.
///
/// Only the start tags that matter are parsed as HTML: a whole page as a tree takes a hundred times
/// its length, and what a hostile page nests, nests there.
///
/// @param base what relative addresses are relative to, where the page states it
/// @param whole false where the page opens and never closes
record HtmlPage(List<Block> blocks, @Nullable String base, boolean whole) {
  HtmlPage {
    blocks = List.copyOf(blocks);
  }

  /// @param line in the page, where the text begins; from 1
  record Block(String text, long line) {}

  static boolean isPage(String text) {
    int first = 0;
    while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
      first++;
    }
    return text.startsWith("<", first);
  }

  static HtmlPage of(String text) {
    return new Scan(text).page();
  }

  private static final class Scan {
    private static final Pattern TAG =
        Pattern.compile("(?i)<!--|<(?:/html|html|script|base|link)(?=[\\s>/]|$)");
    private static final Pattern END = Pattern.compile("(?i)</script(?=[\\s>/]|$)");

    private final String text;
    private final List<Block> blocks = new ArrayList<>();
    private @Nullable String base;
    private @Nullable String canonical;
    private boolean opened;
    private boolean closed;
    private long line = 1;
    private int counted;

    Scan(String text) {
      this.text = text;
    }

    HtmlPage page() {
      Matcher tag = TAG.matcher(text);
      int from = 0;
      while (tag.find(from)) {
        from = Math.max(tag.end(), passed(tag.group().toLowerCase(Locale.ROOT), tag.start()));
      }
      return new HtmlPage(blocks, base == null ? canonical : base, closed || !opened);
    }

    /// Reads what begins at `at`, and returns where it ends.
    private int passed(String tag, int at) {
      switch (tag) {
        case "<!--" -> {
          int end = text.indexOf("-->", at + 4);
          return end < 0 ? text.length() : end + 3;
        }
        case "<script" -> {
          return script(at);
        }
        case "<base", "<link" -> {
          return address(at, tag);
        }
        case "<html" -> opened = true;
        default -> closed = true;
      }
      return at;
    }

    private int script(int at) {
      int content = tagEnd(at);
      Matcher end = END.matcher(text);
      int close = end.find(content) ? end.start() : text.length();
      if (isJsonLd(text.substring(at, content))) {
        blocks.add(new Block(text.substring(content, close), line(content)));
      }
      return close;
    }

    private static boolean isJsonLd(String tag) {
      return tag.toLowerCase(Locale.ROOT).contains("json")
          && element(tag)
              .attr("type")
              .strip()
              .toLowerCase(Locale.ROOT)
              .startsWith("application/ld+json");
    }

    private int address(int at, String name) {
      int end = tagEnd(at);
      String tag = text.substring(at, end);
      boolean isLink = name.equals("<link");
      if (isLink ? canonical != null || !tag.contains("anonical") : base != null) {
        return end;
      }
      Element element = element(tag);
      String href = element.attr("href").strip();
      if (!WebAddresses.isAbsolute(href)) {
        return end;
      }
      if (!isLink) {
        base = href;
      } else if (element.attr("rel").equalsIgnoreCase("canonical")) {
        canonical = href;
      }
      return end;
    }

    private static Element element(String tag) {
      Element element = Jsoup.parse(tag).selectFirst("script, base, link");
      return element == null ? new Element("script") : element;
    }

    /// Where the tag that begins at `at` ends; a tag that never ends takes the rest.
    private int tagEnd(int at) {
      char quote = 0;
      for (int end = at; end < text.length(); end++) {
        char letter = text.charAt(end);
        if (quote != 0) {
          quote = letter == quote ? 0 : quote;
        } else if (letter == '"' || letter == '\'') {
          quote = letter;
        } else if (letter == '>') {
          return end + 1;
        }
      }
      return text.length();
    }

    private long line(int at) {
      for (; counted < at; counted++) {
        line += text.charAt(counted) == '\n' ? 1 : 0;
      }
      return line;
    }
  }
}
