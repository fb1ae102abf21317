package org.marquee.feed.schemaorg;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonValues;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// Reads the files of a feed into one graph, and collects the notices about them.
final class WebFiles {
  /// The longest file, in bytes.
  private static final int LONGEST = 1 << 24;

  private static final int DECLARED_WITHIN = 4096;
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?i)<(?:meta|\\?xml)[^>]*?(?:charset|encoding)\\s*=\\s*[\"']?\\s*([\\w:.-]+)");

  private final Graph graph = new Graph();
  private final JsonLd json = new JsonLd(graph);
  private final List<Notice> notices = new ArrayList<>();
  private final List<String> withoutData = new ArrayList<>();
  private int files;
  private int blocks;
  private @Nullable String lost;

  Graph graph() {
    return graph;
  }

  List<Notice> notices() {
    return notices;
  }

  /// The first lost part that may have had showings; null where nothing was lost.
  @Nullable String lost() {
    return lost;
  }

  private void lost(String what) {
    lost = lost == null ? what : lost;
  }

  void read(FeedSource.Part part) throws IOException {
    byte[] bytes;
    try (InputStream in = part.open()) {
      bytes = in.readNBytes(LONGEST + 1);
    }
    if (bytes.length > LONGEST) {
      throw new UnreadableFeed(part.name() + " is longer than " + LONGEST + " bytes");
    }
    String text = text(bytes, part.name());
    files++;
    int before = blocks;
    boolean page = HtmlPage.isPage(text);
    if (text.isBlank()) {
      throw new UnreadableFeed(Code.FEED_EMPTY, part.name());
    }
    if (page) {
      page(text, part.name());
    } else {
      bare(text, part.name());
    }
    if (page ? blocks == before : isBareWithoutTypes(text)) {
      withoutData.add(part.name());
    }
  }

  /// An answer that is no list, and names nothing that there is, is mostly an error's.
  private static boolean isBareWithoutTypes(String text) {
    return text.stripLeading().startsWith("{") && !text.contains("\"@type\"");
  }

  /// Reports files without data among others: it may be an error page, and the data of the page in
  /// its place is unknown.
  void finish() {
    if (files == 1) {
      return;
    }
    for (String file : withoutData) {
      notices.add(Notice.of(Code.PAGE_WITHOUT_DATA, file));
      lost(file + " has no structured data");
    }
  }

  private void page(String text, String file) throws UnreadableFeed {
    HtmlPage page = HtmlPage.of(text);
    if (!page.whole()) {
      lost(file + ": the page is cut off");
    }
    for (HtmlPage.Block block : page.blocks()) {
      Thing.Origin origin = new Thing.Origin(files, ++blocks, file, block.line(), page.base());
      JacksonException fault = json.read(block.text(), origin);
      if (fault != null) {
        broken(block, origin, fault);
      }
    }
  }

  private void broken(HtmlPage.Block block, Thing.Origin origin, JacksonException fault) {
    String why = origin + ": " + JsonValues.fault(fault);
    notices.add(new Notice(Code.BLOCK_UNREADABLE, "", block.text().strip(), why));
    if (block.text().contains("Event")) {
      lost(why);
    }
  }

  /// A file that is JSON as a whole is refused as a whole: there is no telling what is lost.
  private void bare(String text, String file) throws UnreadableFeed {
    JacksonException fault = json.read(text, new Thing.Origin(files, ++blocks, file, 1, null));
    if (fault != null) {
      throw new UnreadableFeed(
          fault instanceof UnexpectedEndOfInputException ? Code.FEED_CUT_OFF : Code.FEED_UNREADABLE,
          file + ", " + JsonValues.fault(fault));
    }
  }

  private static String text(byte[] bytes, String file) throws UnreadableFeed {
    Charset charset = FeedText.charset(bytes, declared(bytes));
    // A page with one wrong letter is still a page; JSON is not (RFC 8259, 8.1).
    String beginning =
        new String(bytes, 0, Math.min(bytes.length, DECLARED_WITHIN), charset).strip();
    boolean page =
        HtmlPage.isPage(beginning.startsWith("\uFEFF") ? beginning.substring(1) : beginning);
    CodingErrorAction onFault = page ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT;
    try {
      String text =
          charset
              .newDecoder()
              .onMalformedInput(onFault)
              .onUnmappableCharacter(onFault)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(Code.FEED_NOT_TEXT, file);
    }
  }

  private static Charset declared(byte[] bytes) {
    String beginning = new String(bytes, 0, Math.min(bytes.length, DECLARED_WITHIN), ISO_8859_1);
    Matcher declared = DECLARED.matcher(beginning);
    if (!declared.find()) {
      return UTF_8;
    }
    try {
      Charset charset = Charset.forName(declared.group(1));
      // Nobody who could read the declaration reads UTF-16 (HTML, 13.2.3.2); and what calls itself
      // Latin 1 is windows-1252.
      if (charset.name().startsWith("UTF-16")) {
        return UTF_8;
      }
      return charset.equals(ISO_8859_1) ? Charset.forName("windows-1252") : charset;
    } catch (IllegalArgumentException _) {
      return UTF_8;
    }
  }
}
