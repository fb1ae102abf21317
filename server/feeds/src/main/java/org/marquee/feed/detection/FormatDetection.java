package org.marquee.feed.detection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Finds the format of a feed: asks every reader about the beginning of each file.
public final class FormatDetection {
  /// The most formats that a notice names as the closest.
  private static final int NAMED = 3;

  /// The most of a file's beginning that a notice shows, in code points.
  private static final int WIDTH = 60;

  private final List<FeedReader> readers = Formats.all();
  private final List<FeedSource.Part> parts;

  /// The files of each format, by the surest reader, in the order of the feed.
  private final Map<String, List<String>> files = new LinkedHashMap<>();

  private final Map<String, Formats.Said> words = new LinkedHashMap<>();

  /// The formats that fit every recognised file; null before there is one.
  private @Nullable Set<String> fitting;

  private @Nullable Notice unknown;
  private @Nullable Notice ambiguous;

  private FormatDetection(List<FeedSource.Part> parts) {
    this.parts = parts;
  }

  /// The one reader that is surest of every recognised file, else one that refuses the feed and
  /// gives the reason. A file that no reader recognises goes with the others: many formats have
  /// files without a mark of their own.
  public static Formats.Said of(List<FeedSource.Part> parts) throws IOException {
    FormatDetection appraisal = new FormatDetection(parts);
    try {
      for (FeedSource.Part part : parts) {
        appraisal.look(FeedHead.of(part));
      }
    } catch (UnreadableFeed e) {
      return refused(e.notice());
    }
    return appraisal.verdict();
  }

  private void look(FeedHead head) {
    List<Formats.Said> all =
        readers.stream()
            .map(reader -> new Formats.Said(reader, reader.recognise(head)))
            .sorted(Comparator.comparingInt(Formats.Said::percent).reversed())
            .toList();
    Formats.Said first = all.getFirst();
    if (!first.recognition().isSureEnough()) {
      unknown = unknown == null ? whyNot(head, all) : unknown;
      return;
    }
    Set<String> surest = new LinkedHashSet<>();
    for (Formats.Said said : all) {
      if (said.percent() == first.percent()) {
        String format = said.reader().format();
        surest.add(format);
        words.merge(format, said, (one, other) -> one.percent() < other.percent() ? other : one);
        files.computeIfAbsent(format, _ -> new ArrayList<>()).add(head.name());
      }
    }
    if (surest.size() > 1 && ambiguous == null) {
      ambiguous = whyNot(head, all);
    }
    if (fitting == null) {
      fitting = surest;
    } else {
      fitting.retainAll(surest);
    }
  }

  private Formats.Said verdict() {
    if (fitting == null) {
      return refused(unknown == null ? Notice.of(Code.FEED_EMPTY, "") : unknown);
    }
    if (fitting.isEmpty()) {
      return refused(Notice.of(Code.FORMATS_DIFFER, filesByFormat()));
    }
    if (fitting.size() > 1 && ambiguous != null) {
      return refused(ambiguous);
    }
    return Objects.requireNonNull(words.get(fitting.iterator().next()));
  }

  private String filesByFormat() {
    return files.entrySet().stream()
        .map(each ->
            each.getKey()
                + ": "
                + each.getValue().getFirst()
                + (each.getValue().size() == 1
                    ? ""
                    : " and " + (each.getValue().size() - 1) + " more"))
        .collect(Collectors.joining("; "));
  }

  private Notice whyNot(FeedHead head, List<Formats.Said> all) {
    String file = parts.size() == 1 ? "" : head.name();
    if (head.isWhole() && head.text().isBlank()) {
      return Notice.of(Code.FEED_EMPTY, file);
    }
    String text = head.text().strip();
    if (head.isWhole() && (text.equals("[]") || text.equals("{}"))) {
      return Notice.of(
          Code.FEED_EMPTY,
          (file.isEmpty() ? "" : file + ": ") + "it is " + text + ", which fits many formats");
    }
    String prefix = file.isEmpty() ? "" : file + ": ";
    if (head.name().matches("(?i).*\\.ya?ml(\\.gz|\\.zst)?") || text.startsWith("---\n")) {
      return Notice.of(Code.FORMAT_UNKNOWN, prefix + MappedReader.NO_YAML);
    }
    if (head.text().indexOf('\0') >= 0) {
      return Notice.of(Code.FEED_NOT_TEXT, prefix + "it contains a zero byte near its beginning");
    }
    return Notice.of(Code.FORMAT_UNKNOWN, prefix + nearest(text, all));
  }

  /// The closest format, or else the beginning of the file, and what to do.
  private static String nearest(String text, List<Formats.Said> all) {
    int best = all.getFirst().percent();
    if (text.startsWith("<") && !text.regionMatches(true, 0, "<!doctype html", 0, 14)) {
      return "it is XML, which needs a mapping: --mapping FILE (docs/mappings.md); it begins with “%s”"
          .formatted(beginning(text));
    }
    if (best == 0) {
      return "no known format fits; it begins with “%s”".formatted(beginning(text));
    }
    String nearest =
        all.stream()
            .filter(said -> said.percent() == best)
            .limit(NAMED)
            .map(Formats.Said::toString)
            .collect(Collectors.joining(", or "));
    return all.getFirst().recognition().isSureEnough()
        ? nearest
        : "the closest is %s; if that is right, name the format: %s"
            .formatted(nearest, all.getFirst().reader().format());
  }

  private static String beginning(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= WIDTH
        ? line
        : line.substring(0, line.offsetByCodePoints(0, WIDTH)) + "…";
  }

  private static Formats.Said refused(Notice why) {
    return new Formats.Said(new Nobody(why), new Recognition(0, "no format was recognised"));
  }

  /// Stands in for an unknown format: the import runs, is refused and reported.
  private record Nobody(Notice why) implements FeedReader {
    @Override
    public String format() {
      return "unknown";
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws UnreadableFeed {
      throw new UnreadableFeed(why);
    }
  }
}
