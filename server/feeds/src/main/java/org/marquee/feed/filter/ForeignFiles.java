package org.marquee.feed.filter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.NotedReader;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

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

  private static final String STRANGE =
      " has an unknown shape; if it does not belong to the feed, leave it out";

  private final FeedReader reader;
  private final List<Named> files = new ArrayList<>();

  /// The names and endings of the files that certainly have the format.
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

  /// A reader that skips the files that do not belong to the feed; `reader` itself if all belong,
  /// or there is only one.
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
    BitSet read = new BitSet();
    List<Notice> notices = new ArrayList<>();
    for (int at = 0; at < parts.size(); at++) {
      Code unread = foreign.unread(foreign.files.get(at));
      if (unread == null) {
        read.set(at);
      } else {
        notices.add(
            Notice.of(unread, parts.get(at).name() + (unread == Code.PART_LOST ? STRANGE : "")));
      }
    }
    if (notices.isEmpty() || read.isEmpty()) {
      return reader;
    }
    return new NotedReader(
        reader,
        notices,
        source -> source.with(read.stream().mapToObj(source.parts()::get).toList()),
        notices.stream().anyMatch(notice -> notice.code() == Code.PART_LOST)
            ? FeedHeader::asDelta
            : UnaryOperator.identity());
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

  /// In lower case, without folders and without the ending of a compressed file.
  private static String nameOf(String place) {
    String path = place.replaceFirst("[?#].*$", "");
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
        .toLowerCase(Locale.ROOT)
        .replaceFirst("\\.(gz|zst)$", "");
  }

  /// Why a file is not read: it does not belong to the feed, or its shape is unknown, but it may
  /// list showings. Null where it is read.
  private @Nullable Code unread(Named file) {
    FeedHead head = file.head();
    if (file.known() || head == null || names.contains(file.name())) {
      return null;
    }
    if (JUNK.matcher(file.name()).matches()) {
      return Code.FILE_SKIPPED;
    }
    if (names.isEmpty() || reader.recognise(head).percent() > 0 || reader.passesOver(head)) {
      return null;
    }
    if (DIRECTORY.matcher(file.name()).matches()
        || (NEVER_DATA.contains(file.ending()) && !endings.contains(file.ending()))) {
      return Code.FILE_SKIPPED;
    }
    if (head.outline().isEmpty() && !endings.contains(file.ending())) {
      return file.ending().equals("txt") && !isBlank(head) ? Code.FILE_SKIPPED : Code.PART_LOST;
    }
    return isBlank(head) || isOfAnotherShape(head) ? Code.PART_LOST : null;
  }

  private static boolean isBlank(FeedHead head) {
    return head.isWhole() && head.text().isBlank();
  }

  /// Whether a file that matches a pattern is not a feed, by its name, and `reader` does not
  /// recognise it either.
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
    return !all.isEmpty()
        && common * 2 < all.size()
        // Of more than the beginning nothing is withdrawn, whatever comes later.
        && (!head.isWhole() || JsonDocument.ofString(head.text()) != null);
  }

  private static Set<String> members(FeedHead head) {
    return head.outline().stream()
        .map(path -> path.startsWith("[].") ? path.substring(3) : path)
        .filter(path -> !path.isEmpty() && !path.startsWith("$") && !path.startsWith("["))
        .map(path -> path.replaceFirst("[.\\[].*$", ""))
        .collect(Collectors.toUnmodifiableSet());
  }
}
