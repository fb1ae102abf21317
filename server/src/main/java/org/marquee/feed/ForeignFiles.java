package org.marquee.feed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/// Finds the files beside a feed that do not belong to it: a `README`, an `index.json`.
///
/// Nothing is skipped silently, and nothing that may be data makes a cinema look empty
/// (docs/feeds.md, "Other files beside a feed"). A damaged file goes to the reader, which refuses
/// it.
public final class ForeignFiles {
  private static final Pattern JUNK =
      Pattern.compile(
          "\\..*|(readme|licen[cs]e|copying|notice|changelog)(\\..*)?|thumbs\\.db|desktop\\.ini");

  private static final Pattern DIRECTORY =
      Pattern.compile("(index|manifest|package|metadata|checksums?)\\.(json|ya?ml|txt|xml)");

  private static final Set<String> NEVER_DATA =
      Set.of(
          "md", "log", "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "js", "map", "pdf",
          "yaml", "yml", "sh", "sha256", "sha1", "md5", "asc", "sig", "db", "ini");

  private final FeedReader reader;
  private final List<Named> files = new ArrayList<>();

  /// The names and endings of the files that are of the format for sure.
  private final Set<String> names = new HashSet<>();

  private final Set<String> endings = new HashSet<>();

  private final Set<String> members = new HashSet<>();

  private ForeignFiles(FeedReader reader) {
    this.reader = reader;
  }

  /// @param head null where the file cannot be unpacked
  private record Named(String name, @Nullable FeedHead head, boolean known) {
    String ending() {
      int dot = name.lastIndexOf('.');
      return dot < 0 ? "" : name.substring(dot + 1);
    }
  }

  /// What to do with a file.
  private enum Use {
    READ,
    /// It does not belong to the feed.
    SKIP,
    /// Its shape is not known, but it may hold showings.
    LOST
  }

  /// Reads as `reader` does, without the files that do not belong to the feed. The same reader
  /// where all files belong, or there is only one.
  ///
  /// @throws IOException if a file cannot be read
  public static FeedReader without(FeedReader reader, List<FeedSource.Part> parts)
      throws IOException {
    if (parts.size() < 2) {
      return reader;
    }
    ForeignFiles foreign = new ForeignFiles(reader);
    for (FeedSource.Part part : parts) {
      foreign.look(part);
    }
    TreeMap<Integer, Use> uses = new TreeMap<>();
    for (int at = 0; at < parts.size(); at++) {
      Use use = foreign.use(foreign.files.get(at));
      if (use != Use.READ) {
        uses.put(at, use);
      }
    }
    return uses.isEmpty() || uses.size() == parts.size() ? reader : new Skipping(reader, uses);
  }

  private void look(FeedSource.Part part) throws IOException {
    String name = nameOf(part.name());
    FeedHead head;
    try {
      head = FeedHead.of(part);
    } catch (UnreadableFeed _) {
      files.add(new Named(name, null, false));
      return;
    }
    Named file = new Named(name, head, reader.recognise(head).isSureEnough());
    files.add(file);
    if (file.known()) {
      names.add(name);
      endings.add(file.ending());
      members.addAll(members(head));
    }
  }

  /// In lower case, without folders, and without the ending of what packs it.
  private static String nameOf(String place) {
    String path = place.replaceFirst("[?#].*$", "");
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
        .toLowerCase(Locale.ROOT)
        .replaceFirst("\\.(gz|zst)$", "");
  }

  private Use use(Named file) {
    FeedHead head = file.head();
    if (file.known() || head == null || names.contains(file.name())) {
      return Use.READ;
    }
    if (JUNK.matcher(file.name()).matches()) {
      return Use.SKIP;
    }
    if (names.isEmpty() || reader.recognise(head).percent() > 0 || reader.passesOver(head)) {
      return Use.READ;
    }
    if (DIRECTORY.matcher(file.name()).matches()
        || (NEVER_DATA.contains(file.ending()) && !endings.contains(file.ending()))) {
      return Use.SKIP;
    }
    if (head.outline().isEmpty() && !endings.contains(file.ending())) {
      return file.ending().equals("txt") && !isBlank(head) ? Use.SKIP : Use.LOST;
    }
    return isBlank(head) || isOfAnotherShape(head) ? Use.LOST : Use.READ;
  }

  private static boolean isBlank(FeedHead head) {
    return head.isWhole() && head.text().isBlank();
  }

  /// Whether a file that a pattern finds with others is no feed: its name says so, and `reader`
  /// does not recognise it.
  public static boolean isNone(FeedReader reader, FeedSource.Part part) throws IOException {
    String name = nameOf(part.name());
    try {
      return (JUNK.matcher(name).matches() || DIRECTORY.matcher(name).matches())
          && reader.recognise(FeedHead.of(part)).percent() == 0;
    } catch (UnreadableFeed _) {
      return false; // it is packed and damaged: the reader refuses it
    }
  }

  /// Whether it is sound JSON, and has hardly a member that the feed's files have. Empty lists and
  /// objects have no shape; what is damaged may have had any.
  private boolean isOfAnotherShape(FeedHead head) {
    Set<String> all = members(head);
    long common = all.stream().filter(members::contains).count();
    return !all.isEmpty() && common * 2 < all.size() && isSound(head);
  }

  /// The members of the whole, or of the items of a list.
  private static Set<String> members(FeedHead head) {
    return head.outline().stream()
        .map(path -> path.startsWith("[].") ? path.substring(3) : path)
        .filter(path -> !path.isEmpty() && !path.startsWith("$") && !path.startsWith("["))
        .map(path -> path.replaceFirst("[.\\[].*$", ""))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isSound(FeedHead head) {
    if (!head.isWhole()) {
      return true; // nothing is withdrawn, whatever comes later
    }
    try (JsonParser parser = JsonValues.JSON.createParser(ObjectReadContext.empty(), head.text())) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (JacksonException _) {
      return false;
    }
  }

  /// Reads the other files.
  ///
  /// @param uses of the files that are not read, by their places
  private record Skipping(FeedReader reader, TreeMap<Integer, Use> uses) implements FeedReader {
    @Override
    public String format() {
      return reader.format();
    }

    @Override
    public boolean isExact() {
      return reader.isExact();
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws IOException {
      List<FeedSource.Part> read = new ArrayList<>();
      List<Notice> notices = new ArrayList<>();
      for (int at = 0; at < source.parts().size(); at++) {
        FeedSource.Part part = source.parts().get(at);
        Use use = uses.getOrDefault(at, Use.READ);
        switch (use) {
          case READ -> read.add(part);
          case SKIP -> notices.add(Notice.of(Code.FILE_SKIPPED, part.name()));
          case LOST ->
              notices.add(
                  Notice.of(
                      Code.PART_LOST,
                      part.name()
                          + " has no known shape; if it does not belong to the feed, leave it out"));
        }
      }
      boolean lost = uses.containsValue(Use.LOST);
      reader.read(
          source.with(read),
          new SinkFilter(sink) {
            @Override
            public void header(FeedHeader header) throws UnreadableFeed {
              super.header(lost ? header.asDelta() : header);
              notices.forEach(this::notice);
            }
          });
    }
  }
}
